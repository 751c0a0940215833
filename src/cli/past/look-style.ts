// The one style sheet of the shared page. System fonts, two palettes by the reader's setting, print without colour.
export const STYLE = `
:root{color-scheme:light dark;--bg:#fbfaf7;--fg:#1d1c1a;--soft:#6b675f;--line:#e4e0d8;--card:#fff;--code:#f1eee8;--accent:#0b6e5f;--good:#0b6e5f;--bad:#a63c1f;--word:#3b5b92;--open:#746f66}
@media (prefers-color-scheme:dark){:root{--bg:#151513;--fg:#eceae4;--soft:#a09b91;--line:#33312d;--card:#1d1c1a;--code:#282622;--accent:#5cc9b4;--good:#5cc9b4;--bad:#f0936f;--word:#97b6ea;--open:#a8a297}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--fg);font:16px/1.55 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:56rem;margin:0 auto;padding:3rem 1.25rem 4rem}
header{margin-bottom:2rem}
.brand{margin:0;font:600 .8rem/1 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:.08em;color:var(--accent)}
h1{font-size:clamp(1.7rem,4.5vw,2.6rem);line-height:1.15;letter-spacing:-.02em;margin:.7rem 0 .5rem;overflow-wrap:anywhere}
h2{font-size:1.25rem;letter-spacing:-.01em;margin:0 0 .25rem}
.sub,.lead,footer{color:var(--soft)}
.lead{margin:0 0 1rem;max-width:44rem}
section{margin:0 0 2.75rem}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(11rem,1fr));gap:.75rem}
.figure{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1rem 1.1rem}
.figure b{display:block;font-size:2.2rem;line-height:1.1;font-variant-numeric:tabular-nums;letter-spacing:-.02em}
.figure span{display:block;font-weight:600}
.figure small{color:var(--soft)}
ol,ul{list-style:none;margin:0;padding:0}
.repeats>li,.warnings>li{border-top:1px solid var(--line);padding:.8rem 0}
.row{display:grid;grid-template-columns:2.6rem 1fr 7.5rem 9rem;gap:.75rem;align-items:center}
.n,.num{font-variant-numeric:tabular-nums;font-weight:650}
.n{color:var(--accent);font-size:1.1rem}
.what{font-weight:600;overflow-wrap:anywhere}
.when{color:var(--soft);font-size:.85rem;white-space:nowrap}
.row .when{text-align:right}
.dots{width:7.5rem;height:.75rem}
.dots line{stroke:var(--line);stroke-width:1.5}
.dots circle{fill:var(--accent)}
details{margin:.35rem 0 0 3.35rem}
summary{cursor:pointer;color:var(--soft);font-size:.85rem}
blockquote{margin:.5rem 0;padding:.35rem .9rem;border-left:3px solid var(--accent);white-space:pre-line;overflow-wrap:anywhere}
cite{display:block;color:var(--soft);font-size:.8rem;font-style:normal}
code{font:.86em ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;background:var(--code);border-radius:.3rem;padding:.1em .35em;overflow-wrap:anywhere}
.do{font-size:1rem;padding:.3em .6em;color:var(--fg)}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%}
th{text-align:left;color:var(--soft);font-size:.8rem;font-weight:600;padding:.3rem .6rem .3rem 0}
td{border-top:1px solid var(--line);padding:.6rem .6rem .6rem 0;vertical-align:top}
td.num,th.num{width:5rem}
.line,.note,.place{color:var(--soft);font-size:.9rem;overflow-wrap:anywhere}
.note,.place{margin-top:.25rem}
.bar{height:.3rem;background:var(--code);border-radius:1rem;margin-top:.35rem;width:4rem}
.bar i{display:block;height:100%;background:var(--accent);border-radius:1rem;min-width:.15rem}
.pill{display:inline-block;font-size:.78rem;font-weight:650;border:1px solid currentColor;border-radius:1rem;padding:.05rem .6rem}
.good{color:var(--good)}.bad{color:var(--bad)}.word{color:var(--word)}.open{color:var(--open)}
.files,.more{color:var(--soft);font-size:.9rem}
footer{border-top:1px solid var(--line);padding-top:1.5rem;font-size:.9rem;max-width:44rem}
@media (max-width:40rem){.row{grid-template-columns:2.6rem 1fr}.dots{display:none}.row .when{grid-column:2;text-align:left}details{margin-left:3.35rem}}
@media print{body{background:#fff;color:#000}details{display:block}section{break-inside:avoid-page}}
`
