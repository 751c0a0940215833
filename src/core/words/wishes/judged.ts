// "that is wrong, always answer in English", "you keep using npm. It's pnpm": what only judges, or tells what the agent did, is no wish;
// the wish begins behind it.
import type { ReadStance, Stance } from "../ear/stance.ts"
import { fillerLength } from "./filler.ts"

const LIKELY = 0.5
/** It blames or tells rather than wishes. "Errors are returned, not thrown" may sound so. */
export const judges = ({ habit, told }: Stance): boolean => habit + told >= LIKELY

const CLAUSE = /^.{2,120}?(?:[,;:.!?…](?=\s)|[，。；！？]|\s[—–-]\s)\s*/su
/** How many characters of its first clauses judge, before one that does not. */
export function judgedLength(stance: ReadStance, masked: string): number {
  const filler = fillerLength(masked.toLowerCase())
  let at = filler
  for (let clause = CLAUSE.exec(masked.slice(at)); clause !== null; clause = CLAUSE.exec(masked.slice(at))) {
    if (masked.length === at + clause[0].length || !judges(stance(clause[0]))) break
    at += clause[0].length
  }
  return at === filler ? 0 : at
}
