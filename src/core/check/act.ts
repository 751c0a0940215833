// What a sentence names: a command with the options that it adds to it, or an act that has a name of its own ("force push"), with the
// commands that do it and the branch that a push goes to.
import * as words from "./ban-words.ts"
import type { StepLine } from "./meets.ts"
import { type Mention, mentionAt, optionsAt, stepLines } from "./mention.ts"
import { cueAt, phraseFrom, type Token } from "./tokens.ts"
import { inTongues } from "./tongues.ts"

// What stands behind a command and speaks of it: "npm is forbidden", "npm nicht verwenden", npmは使わないで, npm 대신.

/** How many tokens turn down the command that they stand behind; 0 when none do. */
export function deniedBehind(tokens: readonly Token[], at: number): number {
  const outright = cueAt(tokens, at, words.TURNED_DOWN)
  if (outright > 0) return outright
  for (let to = at, step = 1; step > 0 && to < at + FURTHEST; to += step) {
    const instead = cueAt(tokens, to, words.IN_ITS_PLACE)
    if (instead > 0) return to + instead - at
    const denies = cueAt(tokens, to, words.TURNS_DOWN) || cueAt(tokens, to, words.FORBIDDEN) || deniesUse(tokens, to)
    // 使わないと動かない: more than an order is said
    if (denies > 0) return isOver(tokens, to + denies) ? to + denies - at : 0
    step = cueAt(tokens, to, words.SMALL) || cueAt(tokens, to, words.IS) || cueAt(tokens, to, words.OTHER_USE)
  }
  return 0
}
const FURTHEST = 5

/** pnpmを使って: picked by what stands behind it. */
export function usedBehind(tokens: readonly Token[], at: number): boolean {
  const to = pastSmall(tokens, at)
  return cueAt(tokens, to, words.OTHER_USE) > 0
}

/** "nicht verwenden", не использовать, 不要用 */
function deniesUse(tokens: readonly Token[], at: number): number {
  const denies = cueAt(tokens, at, words.DENIES_BEHIND)
  if (denies === 0) return 0
  const to = pastSmall(tokens, at + denies)
  const uses = cueAt(tokens, to, words.OTHER_USE)
  return uses === 0 ? 0 : to + uses - at
}

/** Where words of a kind end that stand here. */
export function past(tokens: readonly Token[], at: number, words: words.Cues): number {
  let to = at
  for (let step = cueAt(tokens, to, words); step > 0; step = cueAt(tokens, to, words)) to += step
  return to
}
const pastSmall = (tokens: readonly Token[], at: number): number => past(tokens, at, words.SMALL)

/** Nothing more is said of it. */
export function isOver(tokens: readonly Token[], at: number): boolean {
  const next = tokens[pastSmall(tokens, at)]
  return (
    next === undefined ||
    next.kind === "mark" ||
    words.isList(next.lower) ||
    cueAt(tokens, pastSmall(tokens, at), words.USES) > 0
  )
}

/** A command that a sentence names. */
export interface Found {
  readonly said: string
  /** each of them alone is what was named */
  readonly all: readonly (readonly StepLine[])[]
  /** index of the token after it */
  readonly end: number
  readonly depends: boolean
  /** a denial stands within: "pushe nie auf main" */
  readonly denied?: boolean
}

/** `bare`: an object behind it makes it something else. */
interface Act {
  readonly said: RegExp
  readonly does: readonly string[]
  readonly bare: boolean
}
const act = (said: string, does: string, bare = false): Act => ({
  said: new RegExp(`^(?:${said})${words.WORD_ENDS}`),
  does: does.split(" ; "),
  bare,
})
const ACTS: readonly Act[] = [
  act("(?:git )?force[- ]?push(?:es|ing|ed)?", "git push --force ; git push --force-with-lease"),
  act("push(?:ing)? (?:with )?force", "git push --force ; git push --force-with-lease"),
  act("hard[- ]reset(?:s|ting)?|reset(?:ting)? hard", "git reset --hard"),
  act("amend(?:s|ing)?(?: (?:any |the |my |existing )?commits?)?", "git commit --amend", true),
  act("(?:skip|bypass)(?:ping)? (?:the |any |our )?(?:git |pre-?commit |commit )?hooks?", "git --no-verify"),
  act(
    "pip(?:e|es|ing) (?:the output of )?([\\w-]+) (?:straight |directly )?(?:in)?to (?:a |the )?(?:sh|bash|shell|zsh)",
    "$1 | sh",
  ),
  act("curl[- ](?:to|into)[- ](?:sh|bash|shell)", "curl | sh"),
  act(`(?:git )?commit(?:s|ting)?|${inTongues("commits").join("|")}`, "git commit", true),
  act("(?:git )?push(?:es|ing)?", "git push", true),
  act("(?:git )?rebas(?:e|es|ing)", "git rebase", true),
  act("(?:git )?merg(?:e|es|ing)", "git merge", true),
  act("(?:git )?stash(?:es|ing)?", "git stash", true),
  act("(?:git )?cherry[- ]?pick(?:s|ing)?", "git cherry-pick", true),
]
const BRANCH = /^(?:main|master|trunk|develop|dev|staging|production|prod|release)$/
/** Objects that add nothing to an act. */
const ANY_OBJECT = /^(?:anything|changes?|code|stuff|(?:the|my|your|any|these) (?:changes?|code|work))(?![\w-])/
const TO_BRANCH =
  /^(?:(?:directly|straight) )?(?:to|onto|into|on) (?:the )?(?:(?:origin|upstream)[/ ])?([\w./-]{2,60}?)(?: branch| branches)?(?= |$|[,.;!?])/

/** The command as it goes to a branch. */
const to = (command: string, ref: string | null): readonly StepLine[] =>
  stepLines(command).map(line => ({ ...line, steps: line.steps.map(step => ({ ...step, ref })) }))

/** An act that has a name of its own, and the branch it goes to. */
export function actAt(tokens: readonly Token[], at: number): Found | null {
  const push = pushAt(tokens, at)
  // without a branch "push" by itself is English
  return push?.ref ? push : (namedAt(tokens, at) ?? (push?.verb === "push" ? null : push))
}

function namedAt(tokens: readonly Token[], at: number): Found | null {
  if (tokens[at]?.kind !== "word") return null
  const phrase = phraseFrom(tokens, at)
  for (const { said, does, bare } of ACTS) {
    const m = said.exec(phrase)
    if (m === null) continue
    let rest = phrase.slice(m[0].length).trimStart()
    const straight = /^(?:directly|straight) (?=to |into |onto |on )/.exec(rest)?.[0] ?? ""
    // an option or a further word of git makes it a command like any other
    if (/^git /.test(m[0]) && !/^(?:$|[^\w-])/.test(rest) && !TO_BRANCH.test(rest)) return null
    let end = at + m[0].split(" ").length
    const object = ANY_OBJECT.exec(rest)
    if (object) {
      end += object[0].split(" ").length
      rest = rest.slice(object[0].length).trimStart()
    }
    const goes = TO_BRANCH.exec(rest)
    const ref = goes !== null && !words.NEUTRAL.test(rest.slice(straight.length)) ? goes[1]! : null
    const remote = ref !== null && /^(?:origin|upstream|remote|github|gitlab)$/.test(ref)
    if (ref !== null) end += goes![0].split(" ").length
    else if (
      bare &&
      rest !== "" &&
      !words.NEUTRAL.test(rest) &&
      !words.depends(rest) &&
      deniedBehind(tokens, end) === 0 &&
      !/^[,:()—]|^(?:or|and|nor|,)(?![\w-])/.test(rest)
    )
      return null
    const pushes = does[0]!.startsWith("git push")
    const all = does.map(command => to(command.replace("$1", m[1] ?? ""), pushes && !remote ? ref : null))
    const oneBranch = ref !== null && BRANCH.test(ref)
    const isOpen = ref !== null && !(pushes && (oneBranch || remote))
    return { said: does[0]!.replace("$1", m[1] ?? ""), all, end, depends: isOpen }
  }
  return null
}

const PUSHES = new Set(inTongues("pushes"))
/** "release" may be anything. */
const OUR_BRANCH = /^(?:main|master|trunk|develop)$/
const TO = new Set(inTongues("to"))
/** A push in another tongue: verb and branch in either order, with nothing between them that says more. */
function pushAt(
  tokens: readonly Token[],
  at: number,
): (Found & { readonly verb: string; readonly ref: string | null }) | null {
  let [verb, ref, denied, end] = ["", null as string | null, false, at]
  for (let here = at; tokens[here]?.kind === "word"; ) {
    const { lower } = tokens[here]!
    const denies = here > at ? cueAt(tokens, here, words.DENIES_ELSEWHERE) : 0
    const small = here > at ? cueAt(tokens, here, words.SMALL) : 0
    if (verb === "" && PUSHES.has(lower)) verb = lower
    else if (ref === null && OUR_BRANCH.test(lower)) ref = lower
    else if (denies > 0) denied = true
    else if (!TO.has(lower) && small === 0) break
    here += Math.max(denies, small, 1)
    if (denies === 0 && (small === 0 || TO.has(lower))) end = here
  }
  if (verb === "") return null
  return { said: "git push", all: [to("git push", ref)], end, depends: false, denied, verb, ref }
}

/** A named command with the options that the sentence adds to it: "--force with git push", "git commit without -s". */
export function commandAt(tokens: readonly Token[], at: number, meant: boolean): Found | null {
  const afterUse =
    meant || words.USE_VERBS.has(tokens[at - 1]?.lower ?? "") || /^(?:the|raw|plain)$/.test(tokens[at - 1]?.lower ?? "")
  const contrasted = tokens[at - 1]?.lower === "not" && at > 1
  const mention = mentionAt(tokens, at, afterUse || contrasted)
  if (mention === null) return null
  const joined = added(tokens, mention)
  // a short option of no program could be anybody's
  const isBare = ({ program, args, redirects }: StepLine["steps"][number]): boolean =>
    program === null && redirects.length === 0 && args.every(arg => arg.length < 4)
  const depends = joined.lines.every(line => line.steps.every(isBare))
  return { said: joined.text, all: [joined.lines], end: joined.end, depends }
}

function added(tokens: readonly Token[], mention: Mention): Mention {
  let { text, lines, end } = mention
  const only = lines.length === 1 && lines[0]!.steps.length === 1 ? lines[0]!.steps[0]! : null
  if (only === null) return mention
  if (/^(?:flags?|options?|switch)$/.test(tokens[end]?.lower ?? "")) end++
  const link = /^(?:with|on|for|in|to|without|using|when|while)$/.exec(tokens[end]?.lower ?? "")?.[0]
  if (link === undefined) return { text, lines, end }
  let next = end + 1
  while (/^(?:the|a|an|any|using|running|calling|its)$/.test(tokens[next]?.lower ?? "")) next++
  const options = optionsAt(tokens, next)
  if (only.program === null) {
    const named = options.length > 0 || link === "without" ? null : mentionAt(tokens, next, true)
    const done = named === null && /^(?:when|while|for|on)$/.test(link) ? actAt(tokens, next) : null
    // "when committing on Fridays": what the act depends on is not to be swallowed with it
    const command = named ?? (done === null || done.depends ? null : { text: done.said, end: done.end })
    if (command === null) return { text, lines, end }
    text = `${command.text} ${text}`
    return { text, lines: stepLines(text), end: command.end }
  }
  if (options.length === 0) return { text, lines, end }
  end = next + 1
  while (/^(?:flags?|options?|switch)$/.test(tokens[end]?.lower ?? "")) end++
  const said = options.join(" ")
  return link === "without"
    ? { text: `${text} without ${said}`, lines: [{ ...lines[0]!, steps: [{ ...only, lacks: options }] }], end }
    : { text: `${text} ${said}`, lines: stepLines(`${text} ${said}`), end }
}
