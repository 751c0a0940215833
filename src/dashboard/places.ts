// The rooms and their pages: THE list. Navigation, tabs, keys, palette and help are made from it.
interface PlaceEntry {
  readonly path: string
  readonly title: string
  readonly question: string
  /** after g */
  readonly key: string
}
interface Room {
  readonly title: string
  /** the first is the room's own */
  readonly pages: readonly [PlaceEntry, ...PlaceEntry[]]
}

export const ROOMS: readonly Room[] = [
  { title: "Today", pages: [{ path: "/week", title: "Today", question: "What did it do for me?", key: "t" }] },
  {
    title: "Cards",
    pages: [
      { path: "/cards", title: "Cards", question: "What does it know, and from where?", key: "c" },
      { path: "/pack", title: "What the agent sees", question: "Which cards will it be given?", key: "p" },
    ],
  },
  {
    title: "Episodes",
    pages: [{ path: "/episodes", title: "Episodes", question: "What happened, session by session?", key: "e" }],
  },
  { title: "Review", pages: [{ path: "/review", title: "Review", question: "What waits for me?", key: "r" }] },
  {
    title: "Lab",
    pages: [
      { path: "/lab", title: "Lab", question: "Whose suggestions hold up? What if the rules differed?", key: "a" },
    ],
  },
  {
    title: "Privacy",
    pages: [{ path: "/privacy", title: "Privacy & settings", question: "What is kept, where, how big?", key: "v" }],
  },
]
export const PLACES: readonly PlaceEntry[] = ROOMS.flatMap(room => room.pages)
export const placeAt = (path: string): PlaceEntry | undefined => PLACES.find(place => place.path === pageOf(path))

/** The page of the list that an address belongs to: a card is in Cards. */
export const pageOf = (path: string): string =>
  path === "/" ? "/week" : path.replace(/^\/(card|episode)\/.*$/, "/$1s")
export const isIn = (room: Room, path: string): boolean => room.pages.some(page => page.path === pageOf(path))
export const roomAt = (path: string): Room | undefined => ROOMS.find(room => isIn(room, path))
