// The one way to the server: the token (from the address once, then from this tab's storage), requests, and errors as people
// read them. The token travels in a header and never in an address.
import type { Failure } from "../http/schemas.ts"

const KEY = "mettle-token"

/** Takes the token out of the address bar, so that it lands in no history and no screenshot. */
export function takeToken(): void {
  const found = /[#&]token=([A-Za-z0-9_-]+)/.exec(location.hash)
  if (!found) return
  sessionStorage.setItem(KEY, found[1]!)
  history.replaceState(null, "", location.pathname + location.search)
}

export const hasToken = (): boolean => sessionStorage.getItem(KEY) !== null
export const authorization = (): Record<string, string> => ({
  authorization: `Bearer ${sessionStorage.getItem(KEY) ?? ""}`,
})

/** What the server says when it refuses, in the product's one form: what, what still works, what next. */
export class Refused extends Error {
  readonly status: number
  readonly told: Failure["error"] | null
  constructor(status: number, told: Failure["error"] | null) {
    super(told?.message ?? `the server answered ${status}`)
    this.status = status
    this.told = told
  }
}

export async function ask<T>(path: string, options: { body?: unknown; signal?: AbortSignal } = {}): Promise<T> {
  const { body, signal } = options
  const response = await fetch(path, {
    method: body === undefined ? "GET" : "POST",
    headers: { ...authorization(), ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  })
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw new Refused(response.status, (answer as Failure | null)?.error ?? null)
  return answer as T
}
