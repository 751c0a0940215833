// How a command is turned down or picked in tongues beside English, one row each. Closed classes only, in the forms of orders and of
// what is always done, never of the past: a word that stands in no row makes a ban a matter of telling (ban.ts).
// In a row "_" is a blank within a phrase and "|" parts a stem from its endings.

/** Scripts whose words stand next to each other, or next to a name in another script, without a blank. */
export const WITHOUT_BLANKS = "\\u1100-\\u11ff\\u3040-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff"
export const UNSPACED = new RegExp(`^[${WITHOUT_BLANKS}]`)

interface Row {
  /** stands before what is turned down: not, never, instead of */
  readonly denies: string
  /** avoid, stop: with another denial before it nothing is turned down */
  readonly ceases: string
  /** the same, but behind a name it says that it does not work */
  readonly cannot?: string
  /** forbidden: before it or behind it */
  readonly forbids: string
  /** use, run, do: in orders, infinitives and the present */
  readonly uses: string
  /** says nothing that a hold could depend on: articles, pronouns, please, never mind where it stands */
  readonly small: string
  /** before a denial: tells what a thing is not */
  readonly is: string
  /** and, or */
  readonly joins: string
  /** ends the words of a bare command and says more: prepositions, conjunctions, what tells of the past */
  readonly ends: string
  /** with it nothing is banned: not *only*, do not *forget* */
  readonly softens: string
  /** an exception, wherever it stands */
  readonly excepts: string
  /** turns to what is picked: but, always, only */
  readonly turns: string
  /** makes a question without a mark */
  readonly asks: string
  /** change a file, in the same forms; and what a file is called, with what leads to it */
  readonly edits: string
  readonly files: string
  readonly pushes: string
  readonly commits: string
  /** leads to a branch, before its name or behind it, and what a branch is called */
  readonly to: string
  /** behind a command, turns it down by itself */
  readonly behind?: string
  /** behind a command: instead of it */
  readonly instead?: string
  /** denies what stands behind it, where something was picked before it */
  readonly replaces?: string
  /** holds a word of denial and denies nothing that is named */
  readonly idle?: string
  /** need, can: what is denied behind it is no order */
  readonly needs?: string
}

const ROWS: readonly Row[] = [
  {
    denies: "nie niemals nicht kein||e|en|er|em statt anstatt anstelle_von keinesfalls auf_keinen_fall",
    ceases: "vermeide hör_auf_mit",
    forbids: "verboten tabu untersagt",
    uses: "verwend|e|en|et|est benutz|e|en|t nutz|e|en|t nimm nehm|t|en führ|e|t starte||t|n ausführen auszuführen aufrufen mach||e|t|en bevorzuge",
    small:
      "der die das den dem ein eine einen bitte hier mehr wieder direkt einfach mal du wir ihr sie man zu soll||st|t|en|te|test darf||st dürf|en|t aus künftig ab_jetzt ab_sofort von_jetzt_an in_diesem_projekt in_diesem_repo im_projekt",
    is: "ist sind wird war",
    joins: "oder und",
    ends: "aber für auf mit ohne im bei nach vor bevor bis wenn weil denn hat haben nur hatte war",
    softens: "nur immer vergessen vergiss vergesst zögere",
    excepts: "außer es_sei_denn ausgenommen nur_wenn",
    turns: "sondern immer",
    asks: "warum wieso weshalb",
    needs: "musst müsst muss müssen brauchst braucht brauchen kann kannst können",
    idle: "vergiss_nicht vergesst_nicht zögere_nicht",
    edits: "änder|e|n|t bearbeite||n|t anfassen verändern fass",
    files: "datei||en ordner verzeichnis im in unter von am",
    pushes: "push|e|en|t pusch|e|en",
    commits: "committe||n|t",
    to: "auf in nach zu zum branch",
    behind:
      "darf_nicht_benutzt_werden darf_nicht_verwendet_werden darf_nie_benutzt_werden darf_nie_verwendet_werden soll_nicht_benutzt_werden soll_nicht_verwendet_werden",
  },
  {
    denies: "ne n' pas jamais au_lieu_de au_lieu_d' plutôt_que plutôt_qu'",
    ceases: "évit|e|ez|er arrêt|e|ez|er",
    forbids: "interdiction interdit||e|s|es proscrit||e|s",
    uses: "utilis|e|es|ez|er|ons lanc|e|es|ez|er|ons exécut|e|es|ez|er emplo|ie|yez|yer fais faites faire prend|s|re appelle||r préfère||s préférez",
    small:
      "le la les l' un une des de d' du plus il faut tu vous on nous surtout directement ici s' te plaît désormais dorénavant s'il stp dans_ce_projet dans_ce_dépôt dans_ce_repo doi|s|t dev|ez|ons direct",
    is: "est sont",
    joins: "ou et ni",
    ends: "mais dans pour sur avec sans car parce seulement avant quand ont était sauf",
    softens: "seulement uniquement que toujours oublie||z|r hésite||z",
    excepts: "sauf à_moins hormis excepté",
    turns: "mais toujours",
    asks: "pourquoi",
    idle: "pas_mal",
    edits: "modifi|e|er|ez|es touche||r|z|s change||r|z|s édit|e|er|ez",
    files: "fichier||s dossier répertoire dans à au aux sous",
    pushes: "pousse||r|z push pusher",
    commits: "commite||r|z committer",
    to: "sur vers dans à branche",
  },
  {
    denies: "nunca nada_de jamás en_vez_de en_lugar_de",
    ceases: "evit|a|e|es|ar|en deja_de dejes_de dejen_de",
    forbids: "prohibid|o|a|os",
    uses: "us|a|as|es|e|ar|amos|emos|en utilic|e|es|en utiliz|a|ar ejecut|a|e|es|en|ar corr|as|a|an|er lanc|es|e|en lanz|a|ar hag|as|a|an haz hacer emple|es|e|ar prefiere",
    small:
      "el la los las un una de más por_favor se debe||s nos aquí tú directamente en_este_proyecto en_este_repo en_este_repositorio directo",
    is: "es son está",
    joins: "y o ni",
    ends: "con sin en para por porque solo sólo cuando si antes",
    softens: "solo sólo solamente siempre olvides",
    excepts: "salvo excepto a_menos",
    turns: "sino siempre",
    asks: "por_qué",
    edits: "edit|es|ar|e modific|ar|a modifiques toc|ar|a toques cambi|ar|es|e",
    files: "archivo||s fichero||s carpeta directorio en bajo",
    pushes: "push pushees pushear",
    commits: "commitear",
    to: "a en hacia al rama",
  },
  {
    denies: "não nao nunca nada_de jamais em_vez_de ao_invés_de em_lugar_de",
    ceases: "evit|e|em|ar pare_de parem_de",
    forbids: "proibid|o|a|os",
    uses: "us|e|a|ar|amos|em utiliz|e|a|ar|em execut|e|em|ar rod|e|em|ar faça||m fazer dê dar prefira||m",
    small:
      "o os as um uma do da de mais por_favor você vocês se deve||m aqui diretamente neste_projeto neste_repositório neste_repo a_gente direto",
    is: "é são está",
    joins: "e ou nem",
    ends: "com sem em para na porque apenas só quando antes",
    softens: "só apenas somente sempre esqueça",
    excepts: "exceto salvo a_menos a_não_ser",
    turns: "mas sempre",
    asks: "por_que por_quê",
    edits: "edit|e|ar modifi|que|car alter|e|ar mex|er|a mude toque",
    files: "ficheiro||s arquivo||s pasta diretório em no na nos nas",
    pushes: "push",
    commits: "commitar commite",
    to: "na no para à em pra branch",
  },
  {
    denies: "non mai niente invece_di invece_che al_posto_di piuttosto_che",
    ceases: "evit|a|are|ate smetti_di smettila_di",
    forbids: "vietat|o|a|i proibit|o|a|i",
    uses: "us|a|are|i|ate|iamo utilizz|a|are|i|ate esegu|i|ire|ite lanci|a|are|ate fare fai fate preferisci",
    small:
      "il lo la i gli un una di più per_favore si deve devi bisogna qui direttamente in_questo_progetto in_questo_repo diretto",
    is: "è sono",
    joins: "e o né",
    ends: "con senza nel nella per su perché soltanto quando prima",
    softens: "solo soltanto solamente sempre dimenticare",
    excepts: "tranne eccetto salvo a_meno",
    turns: "ma bensì sempre",
    asks: "come_mai",
    edits: "modific|are|a|hi tocc|are|hi cambi|are|a",
    files: "file cartella nella nel in",
    pushes: "push pushare pusha",
    commits: "committare",
    to: "su sul in a ramo",
  },
  {
    denies: "не никогда не_надо не_стоит не_следует нельзя вместо никак|ого|их|ой",
    ceases: "избегай||те хватит прекрати||те перестань||те",
    forbids: "запрещ|ено|ён|ен|ена|ены",
    uses: "использ|уй|уйте|овать|уем|ую запуска|й|йте|ть|ем примен|яй|яйте|ять выполня|й|йте|ть юза|й|йте|ть дела|й|йте|ть вызыва|й|йте|ть бери||те",
    small:
      "пожалуйста больше ты мы вы нам мне здесь тут вообще сразу напрямую ни_в_коем_случае категорически строго впредь отныне а у нас в_этом_проекте в_этом_репозитории",
    is: "это",
    joins: "и или ни",
    ends: "но без в на для если когда до после потому",
    softens: "только всегда забудь||те забывай||те",
    excepts: "кроме если_только за_исключением",
    turns: "только всегда",
    asks: "почему зачем",
    edits: "редактир|уй|уйте|овать изменя|й|йте|ть меня|й|йте|ть трога|й|йте|ть прав|ь|ьте|ить",
    files: "файл||ы|а|е|ах папк|у|е|и каталог||е в из",
    pushes: "пуш|ь|ьте|ить|им",
    commits: "коммит|ь|ьте|ить",
    to: "в на ветку",
  },
  {
    denies:
      "不要 不要再 别 别再 勿 请勿 請勿 切勿 不准 不許 不许 不得 不使用 不再 不应 不应该 不該 不该 而不是 而非 绝不 绝不要 从不 永不 別用 別再",
    ceases: "避免 停止",
    cannot: "不可 不可以 不能 不能再 不用",
    forbids: "禁止 严禁 嚴禁 禁用",
    uses: "用 使用 运行 運行 执行 執行 跑 调用 采用 改用 换成 选用 做 进行",
    small:
      "请 請 我们 我們 我 你 您 再 了 去 来 直接 这里 在这里 吧 啊 任何 以后 以後 今后 今後 永远 绝对 絕對 千万 一定 都 就 命令 工具 从现在开始 从现在起 这个项目 这个项目里 在这个项目里 在这个项目中 本项目 在本项目中 项目里 的",
    is: "是",
    joins: "或 或者 和 及 跟",
    ends: "在 因为 的时候 时候 之前 之后 环境 里面",
    softens: "仅 仅仅 只 光 忘 忘记 忘了",
    excepts: "除非 除了 除外 以外 也可以 也行 也没关系",
    turns: "只 一律",
    asks: "为什么 为何 吗 要不要 能不能 可不可以 该不该 用不用 是不是",
    replaces: "代替 替代 取代 替换",
    idle: "要不 不得不 不能不 不要紧 不用说 不用担心",
    edits: "修改 编辑 編輯 更改 改动 改 碰",
    files: "文件 文件夹 目录 里 下 中",
    pushes: "push 推送 推",
    commits: "提交 提交代码",
    to: "到 至 往 向 上 分支",
  },
  {
    denies: "",
    ceases: "",
    forbids: "",
    uses: "使う 使って 使い 使用 使用する 使用して 実行 実行する 実行して し して する 使いましょう",
    small:
      "は を も に の って こと ください 下さい で ように ね よ 絶対 絶対に 決して これから これからは 今後は ここでは このプロジェクトでは このリポジトリでは コマンド 必ず 必ずしも",
    is: "です だ",
    joins: "や と",
    ends: "使わないと 使用しないと 実行しないと しないと か が",
    softens: "だけ のみ 忘れ",
    excepts: "以外 限り 除いて 場合",
    turns: "",
    asks: "なぜ どうして ですか ますか なんで",
    edits: "編集 変更 修正",
    files: "ファイル フォルダ ディレクトリ 内",
    pushes: "push プッシュ",
    commits: "コミット",
    to: "に へ ブランチ",
    behind:
      "使わない||で 使うな 使わぬ 使用しない||で 使用するな 実行しない||で 実行するな しない||で するな 叩かない||で 走らせない||で 使ってはいけない 使ってはいけません 使ってはならない 使ってはだめ 使っちゃだめ やめて やめる",
    instead: "の代わりに 代わりに のかわりに かわりに ではなく||て でなく じゃなく||て を使わずに 使わずに",
  },
  {
    denies: "",
    ceases: "",
    forbids: "금지",
    uses: "사용 사용해 사용해줘 사용해주세요 사용하세요 사용합니다 사용하고 사용하자 써 써줘 써주세요 쓰세요 쓰자 쓰고 실행 실행해 하고",
    small:
      "을 를 은 는 이 가 으로 로 절대 절대로 앞으로 앞으로는 이제 이제부터 이제부터는 여기서는 이_프로젝트에서는 직접 명령 명령어 제발 꼭 다시는 더_이상 더는 우리는 해 해줘",
    is: "이다",
    joins: "와 과 이나 나",
    ends: "에서 에 도",
    softens: "만 잊지",
    excepts: "없이 외에 외에는 제외하고",
    turns: "",
    asks: "왜",
    edits: "수정 편집 변경",
    files: "파일 폴더 안",
    pushes: "push 푸시",
    commits: "커밋",
    to: "에 으로 로 브랜치",
    behind: [
      ...["쓰지", "사용하지", "실행하지", "돌리지", "하지"].flatMap(verb =>
        ["마", "마세요", "마라", "마십시오", "말아줘", "말아주세요", "말아", "말_것", "말것"].map(
          not => `${verb}_${not}`,
        ),
      ),
      ..."쓰면_안_돼 쓰면_안_됩니다 사용하면_안_돼 사용하면_안_됩니다".split(" "),
    ].join(" "),
    instead: "대신 대신에 말고 쓰지_말고 사용하지_말고 하지_말고 가_아니라 이_아니라",
  },
]

const formsOf = (text: string): readonly string[] =>
  text.split(" ").flatMap(form => {
    const [stem = "", ...ends] = form.replaceAll("_", " ").split("|")
    return ends.length === 0 ? [stem] : ends.map(end => stem + end)
  })
/** Classes of words, of all tongues. */
export const inTongues = (...parts: readonly (keyof Row)[]): readonly string[] =>
  parts.flatMap(part => (KNOWN[part] ??= classOf(part)))
const KNOWN: Partial<Record<keyof Row, readonly string[]>> = {}
const classOf = (part: keyof Row): readonly string[] =>
  ROWS.flatMap(row => formsOf(row[part] ?? "")).filter(form => form !== "")
/** Every word of the scripts that put no blanks between them. */
export const unspacedWords = (): readonly string[] =>
  ROWS.flatMap(row => Object.values(row).flatMap(formsOf))
    .flatMap(phrase => phrase.split(" "))
    .filter(word => UNSPACED.test(word))
