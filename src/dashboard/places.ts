// The pages: THE list. Navigation, number keys, palette and help are made from it.
export interface PlaceEntry {
  readonly path: string
  readonly title: string
  readonly question: string
  /** after g */
  readonly key: string
  readonly group: "see" | "act" | "understand"
}

export const PLACES: readonly PlaceEntry[] = [
  { path: "/week", title: "Week", question: "Is it helping?", key: "w", group: "see" },
  { path: "/episodes", title: "Episodes", question: "What happened?", key: "e", group: "see" },
  { path: "/cards", title: "Cards", question: "What does it believe, and why?", key: "c", group: "see" },
  { path: "/pack", title: "Pack", question: "What will the agent see?", key: "p", group: "see" },
  { path: "/review", title: "Review", question: "What waits for me?", key: "r", group: "act" },
  { path: "/privacy", title: "Privacy", question: "What is kept, where, how big?", key: "v", group: "act" },
  { path: "/trust", title: "Trust", question: "Whose proposals hold up?", key: "t", group: "understand" },
  { path: "/ledger", title: "Ledger", question: "What was let in, and why not?", key: "l", group: "understand" },
  { path: "/breakers", title: "Breakers", question: "When did it step in?", key: "b", group: "understand" },
  { path: "/replay", title: "Replay", question: "What if the rules were different?", key: "y", group: "understand" },
]
export const questionOf = (path: string): string => PLACES.find(place => place.path === path)?.question ?? ""
