// How far the user's own words reach: "in all my projects" is for the person, "in all our Python services" for a domain
// when such a tag exists, anything else for this repository (S4-69, S4-70). Only words widen a scope this far.
import type { Tier } from "../../model.ts"

interface SaidScope {
  readonly tier: Tier
  /** name of the domain; null for the others */
  readonly domain: string | null
}

const PLACE =
  "(?:repos?|repositor(?:y|ies)|projects?|code ?bases?|services?|apps?|packages?|modules?|scripts?|programs?|workspaces?)"
const NAMED = new RegExp(
  `\\b(?:in|for|across|on|with|to) (?:all|every|each|any)(?: of)?(?: my| our| the)? ([a-z][\\w+#.-]{1,30}) ${PLACE}\\b`,
  "i",
)
const ALL = new RegExp(
  `\\b(?:in|for|across|on|to) (?:(?:all|every|each|any) (?:of )?(?:my|our)|(?:every(?: single)?|each|any)) (?:other )?${PLACE}\\b|\\b(?:in|for|across) all (?:of )?(?:my |our |the )?(?:repos|repositories|projects|code ?bases)\\b|\\b(?:whatever|no matter (?:what|which)|regardless of (?:the )?) ?${PLACE}\\b|\\bnot (?:just|only) (?:in )?(?:this|the current) ${PLACE}\\b|\\b(?:wherever|everywhere) (?:i|you) (?:work|code|go|help)\\b|\\bin everything i (?:do|build|write)\\b|(?:^|[,;:–—-] ?)(?:everywhere|globally)\\s*[.!]?$|\\bapplies (?:everywhere|globally)\\b`,
  "i",
)
/** "in every package of this repo" stays here. */
const HERE =
  /(?<!\bnot just )(?<!\bnot only )\b(?:of|in|within|inside) (?:this|the) (?:repo|repository|project|monorepo|codebase|workspace)\b/i

export function saidScope(words: string, domains: readonly string[] = []): SaidScope {
  const text = words.slice(0, 600)
  const repo = { tier: "repo" as const, domain: null }
  if (HERE.test(text)) return repo
  const named = NAMED.exec(text)?.[1]?.toLowerCase()
  const domain = domains.find(name => name.toLowerCase() === named)
  if (domain !== undefined) return { tier: "domain", domain }
  return ALL.test(text) ? { tier: "global", domain: null } : repo
}
