// How far the user's own words reach: "in all my projects" is for the person, "in all our Python services" for a domain
// when such a tag exists, anything else for this repository (S4-69, S4-70). Only words widen a scope this far.
import type { Tier } from "../../model.ts"
import { each, wordList, wordsSaid } from "../word-list.ts"

interface SaidScope {
  readonly tier: Tier
  /** name of the domain; null for the others */
  readonly domain: string | null
}

const PLACES =
  "repo, repos, repository, repositories, project, projects, codebase, codebases, code base, code bases, service, services, app, apps, package, packages, module, modules, script, scripts, program, programs, workspace, workspaces"
export const PLACE = wordList(PLACES)
const WHOLE = wordList("repos, repositories, projects, codebases, code bases")
const IN_EACH = wordList(each("in, for, across, on, with, to", "all, every, every single, each, any"))
const WHOSE = wordList("of my, of our, of the, of, my, our, the")
const ANYWHERE = wordList(
  `${each("whatever, no matter what, no matter which, regardless of, regardless of the", PLACES)}, ${each("not just, not just in, not only, not only in", each("this, the current", PLACES))}, ${each("wherever, everywhere", each("i, you", "work, code, go, help"))}, ${each("in everything i", "do, build, write")}, ${each("applies", "everywhere, globally")}`,
)
const AT_THE_END = /(?:^|[,;:–—-] ?)(?:everywhere|globally)\s*[.!]?$/i
/** "in every package of this repo" stays here. */
const HERE = wordList(
  each("of, in, within, inside", each("this, the", "repo, repository, project, monorepo, codebase, workspace")),
)

export function saidScope(said: string, domains: readonly string[] = []): SaidScope {
  const words = wordsSaid(said.slice(0, 600))
  const repo = { tier: "repo", domain: null } as const
  const here = HERE.find(words)
  if (here !== null && !["just", "only"].includes(words[here[0] - 1] ?? "")) return repo
  let isWide = ANYWHERE.has(words) || AT_THE_END.test(said.slice(0, 600))
  for (let found = IN_EACH.find(words); found !== null; found = IN_EACH.find(words, found[1])) {
    const whose = WHOSE.opens(words, found[1])
    const at = found[1] + whose + (words[found[1] + whose] === "other" ? 1 : 0)
    const domain = domains.find(name => name.toLowerCase() === words[at])
    if (domain !== undefined && PLACE.opens(words, at + 1) > 0) return { tier: "domain", domain }
    const mine = ["my", "our"].includes(words[found[1] + whose - 1] ?? "")
    isWide ||= (words[found[1] - 1] === "all" && !mine ? WHOLE : PLACE).opens(words, at) > 0
  }
  return isWide ? { tier: "global", domain: null } : repo
}

const POINTS_BACK = wordList("that, this, it, the same, same, same thing")
const HOLDS = wordList("goes, applies, holds, counts, for, in, across")
/** "That goes for every repo of mine": no wish, but how far the one before it reaches. */
export function saysHowFar(sentence: string): boolean {
  const words = wordsSaid(sentence)
  const points = POINTS_BACK.opens(words)
  return points > 0 && HOLDS.opens(words, points) > 0 && saidScope(sentence).tier !== "repo"
}
