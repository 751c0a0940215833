// Addresses: every page is a path, so that it can be linked to. Links are real links; only plain clicks are handled here. Below, the
// pages one goes to.
import type { ComponentChildren } from "preact"
import { useLayoutEffect, useState } from "preact/hooks"

const CHANGED = "mettle:place"

export interface Address {
  readonly path: string
  readonly query: URLSearchParams
}
const here = (): Address => ({ path: location.pathname, query: new URLSearchParams(location.search) })

export function go(to: string, how: { readonly replace?: boolean } = {}): void {
  const from = location.pathname
  if (how.replace) history.replaceState(null, "", to)
  else history.pushState(null, "", to)
  if (location.pathname !== from) scrollTo(0, 0)
  dispatchEvent(new Event(CHANGED))
}

/** Changes one part of the query and leaves the page where it is; null takes it out. */
export function setQuery(changes: Readonly<Record<string, string | null>>): void {
  const { path, query } = here()
  for (const [key, value] of Object.entries(changes))
    if (value === null || value === "") query.delete(key)
    else query.set(key, value)
  const text = query.toString()
  go(text === "" ? path : `${path}?${text}`, { replace: true })
}

export function useAddress(): Address {
  const [place, setPlace] = useState(here)
  useLayoutEffect(() => {
    const update = () => setPlace(here())
    addEventListener("popstate", update)
    addEventListener(CHANGED, update)
    return () => {
      removeEventListener("popstate", update)
      removeEventListener(CHANGED, update)
    }
  }, [])
  return place
}

interface LinkProps {
  readonly to: string
  readonly children: ComponentChildren
  readonly class?: string
  readonly style?: string
  readonly [name: `${"data" | "aria"}-${string}`]: string | boolean | undefined
}

export function Link({ to, children, ...rest }: LinkProps) {
  const click = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    go(to)
  }
  return (
    <a {...rest} href={to} onClick={click}>
      {children}
    </a>
  )
}

// The pages one goes to: THE list. Navigation, keys, palette and help are made from it; a card is in Cards, an episode in Episodes.

interface PlaceEntry {
  readonly path: string
  readonly title: string
  readonly question: string
  /** after g */
  readonly key: string
}

export const PLACES: readonly PlaceEntry[] = [
  { path: "/week", title: "Today", question: "What did it do for me?", key: "t" },
  { path: "/cards", title: "Cards", question: "What does it know, and from where?", key: "c" },
  { path: "/episodes", title: "Episodes", question: "What happened, session by session?", key: "e" },
  { path: "/review", title: "Review", question: "What waits for me?", key: "r" },
]
export function placeAt(path: string): PlaceEntry | undefined {
  const page = path === "/" ? "/week" : path.replace(/^\/(card|episode)\/.*$/, "/$1s")
  return PLACES.find(place => place.path === page)
}
