// Text that tries to become something else in a browser: markup, addresses, control characters. Each has to arrive as text.
export const HOSTILE: readonly string[] = [
  `<img src=x onerror="alert('img')">`,
  `"><script>alert('script')</script>`,
  `</textarea><svg onload=alert('svg')>`,
  `<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>`,
  `<a href="javascript:alert('link')">click me</a>`,
  `[click me](javascript:alert('markdown'))`,
  `<style>@import url(https://attacker.invalid/x.css);</style>`,
  `<link rel=stylesheet href=//attacker.invalid/y.css>`,
  `<meta http-equiv=refresh content="0;url=https://attacker.invalid/">`,
  `{{constructor.constructor('alert(1)')()}} \${alert(1)}`,
  `<math><mtext><table><mglyph><style><img src=x onerror=alert('math')>`,
  `\u202Eright to left\u202C and \u0000 nothing and \u001b[31mred`,
  `__proto__ constructor toString hasOwnProperty`,
]

/** Names in addresses that a page must look up as an id, and nothing else. */
export const HOSTILE_PATHS: readonly string[] = [
  "/card/%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E",
  "/card/%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E",
  "/card/..%2f..%2fetc%2fpasswd",
  "/card/javascript:alert(1)",
  "/card/%E0%A4%A",
  "/episode/%3Csvg%20onload%3Dalert(1)%3E",
  "/episode/__proto__",
  "/card/constructor?without=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E",
  "/cards?q=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E&kind=%3Cscript%3E",
  "/nothing%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E",
]
