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
  readonly code: string
  readonly still: string | null
  readonly hint: string | null
  constructor(status: number, body: Partial<Failure> | null) {
    const error = body?.error
    super(error?.message ?? `the server answered ${status}`)
    this.status = status
    this.code = error?.code ?? `HTTP ${status}`
    this.still = error?.still ?? null
    this.hint = error?.hint ?? null
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
  if (!response.ok) throw new Refused(response.status, answer as Failure | null)
  return answer as T
}
