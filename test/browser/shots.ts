// Every page once, with data: what pictures are taken of, and what the checks walk through.
import type { Shot } from "./pictures.ts"

export interface Known {
  readonly card: string
  readonly measured: string
  readonly episode: string
  /** an episode in which a call was held */
  readonly held: string
}

export const shotsOf = (known: Known): readonly Shot[] => [
  { name: "week", path: "/week", shown: true },
  { name: "episodes", path: "/episodes" },
  { name: "episode", path: `/episode/${known.episode}?message=25` },
  { name: "held", path: `/episode/${known.held}`, shown: true },
  { name: "cards", path: "/cards" },
  { name: "card", path: `/card/${known.card}`, shown: true },
  { name: "why", path: `/card/${known.measured}/why`, shown: true },
  { name: "pack", path: "/pack?prompt=run%20the%20cart%20tests%20with%20pnpm%20test" },
  { name: "review", path: "/review" },
  { name: "privacy", path: "/privacy", shown: true },
  { name: "lab", path: "/lab" },
  {
    name: "replay",
    path: "/lab?a=mettle&b=nucleus",
    shown: true,
    prepare: async ({ page }) => {
      await page.getByRole("button", { name: "Replay the log" }).click()
      await page.getByText(/^From mettle to nucleus/).waitFor()
      await page.locator("[data-replay]").evaluate(section => section.scrollIntoView())
    },
  },
]
