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
