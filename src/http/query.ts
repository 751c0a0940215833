// Words of a query string, checked: a number within bounds, one of a list, a short text. What does not fit is refused.
import { MettleError } from "../core/errors.ts"

const LONGEST = 2000

export function numberIn(query: URLSearchParams, name: string, fallback: number, most: number): number {
  const given = query.get(name)
  if (given === null) return fallback
  if (!/^\d{1,9}$/.test(given)) throw wrong(`${name} must be a whole number`)
  return Math.min(Number(given), most)
}

export function oneIn<T extends string>(query: URLSearchParams, name: string, known: readonly T[]): T | undefined {
  const given = query.get(name)
  if (given === null || given === "") return undefined
  const found = known.find(word => word === given)
  if (found === undefined) throw wrong(`${name} is one of ${known.join(", ")}`)
  return found
}

export function textIn(query: URLSearchParams, name: string): string | undefined {
  const given = query.get(name)
  if (given === null || given === "") return undefined
  if (given.length > LONGEST) throw wrong(`${name} is too long`)
  return given.toWellFormed()
}

const wrong = (what: string): MettleError => new MettleError("E_USAGE", what)
