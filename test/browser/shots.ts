// Every page once, with data: what pictures are taken of, and what the checks walk through.
import type { Shot } from "./pictures.ts"

export const shotsOf = (known: { card: string; measured: string; episode: string }): readonly Shot[] => [
  { name: "week", path: "/week" },
  { name: "episodes", path: "/episodes" },
  { name: "episode", path: `/episode/${known.episode}?message=25` },
  { name: "cards", path: "/cards" },
  { name: "card", path: `/card/${known.card}` },
  { name: "why", path: `/card/${known.measured}/why` },
  { name: "pack", path: "/pack?prompt=run%20the%20cart%20tests%20with%20pnpm%20test" },
  { name: "review", path: "/review" },
  { name: "privacy", path: "/privacy" },
  { name: "trust", path: "/trust" },
  { name: "ledger", path: "/ledger" },
  { name: "breakers", path: "/breakers" },
  {
    name: "replay",
    path: "/replay?a=mettle&b=nucleus",
    prepare: async tab => {
      await tab.page.getByRole("button", { name: "Replay the log" }).click()
      await tab.page.getByText(/^Over /).waitFor()
    },
  },
]
