// Uplift where there is none: memories that do nothing, in sessions that go on while they fail and fetch more when things are hard. How
// far off is what is said, does the 90% interval hold the truth at every look, and how often is a verdict given that is wrong?
import type { EpisodeRecord } from "../src/core/questions/worth.ts"
import { mean, seeded } from "../src/core/stats.ts"
import { type ControlDrawn, upliftOf } from "../src/core/uplift/uplift.ts"
import type { BenchArgs, Figures } from "./main.ts"

const LOOKS = [50, 100, 150, 200, 300, 400, 600]
const MOST = LOOKS.at(-1)!
const CONTROL = 0.2
type Design = "first prompt" | "control"

function idleLog(
  seed: string,
  design: Design,
): { records: EpisodeRecord[]; drawn: (id: string) => ControlDrawn | null } {
  const random = seeded(seed)
  const control = new Set<string>()
  const records = Array.from({ length: MOST }, (_, i): EpisodeRecord => {
    const ep = `e${i}`
    const hard = random() < 0.4
    const pi = 0.2 + 0.5 * (hard ? 1 : random())
    if (design === "control" && random() < CONTROL) control.add(ep)
    const prompts: EpisodeRecord["prompts"][number][] = []
    for (let idx = 0; idx < 12; idx++) {
      const ok = random() < (hard ? 0.3 : 0.75)
      const shown = !control.has(ep) && random() < pi
      prompts.push({
        ...{
          idx,
          lenZ: hard ? 0.5 : -0.3,
          hasError: hard && random() < 0.5,
          taskKind: "edit",
          overlap: null,
          fb: null,
        },
        ...{ nActive: 0, slots: 3, tools: [], durMin: 3, cited: [], label: (ok ? 0.55 : 0.1) + 0.4 * random() },
        cand: [
          {
            ...{ id: "c", score: hard ? 0.7 : 0.5, rank: 0, pi, shown, mode: 1 },
            ...{ channel: "auto_pack", placement: "prompt" },
          },
        ],
      })
      if (ok && random() < 0.8) break
    }
    return { ep, day: i / 3, repo: i % 2 === 0 ? "a" : "b", prompts, endReason: "exit", closing: null, durMin: 3 }
  })
  return { records, drawn: id => (design === "control" ? { control: control.has(id), chance: CONTROL } : null) }
}

export async function run({ json, args }: BenchArgs): Promise<Figures> {
  const logs = args.includes("--quick") ? 20 : 300
  const figures: Record<string, number> = { logs }
  for (const design of ["first prompt", "control"] as const) {
    const looks = LOOKS.map(() => ({ said: [] as number[], held: 0 }))
    let wrong = 0
    for (let i = 0; i < logs; i++) {
      const { records, drawn } = idleLog(`${design} ${i}`, design)
      let ever = false
      LOOKS.forEach((n, at) => {
        const { uplift, low, high, verdict } = upliftOf(records.slice(0, n), drawn)
        if (uplift === null) return
        looks[at]!.said.push(uplift)
        if (low! <= 0 && high! >= 0) looks[at]!.held++
        ever ||= verdict === "helps" || verdict === "harms"
      })
      if (ever) wrong++
    }
    const cover = looks.map(l => l.held / Math.max(1, l.said.length))
    const off = looks.map(l => 100 * mean(l.said))
    const key = design.replace(" ", "_")
    figures[`${key}_least_cover`] = Math.min(...cover)
    figures[`${key}_farthest_mean`] = off.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a))
    figures[`${key}_wrong_verdicts`] = wrong / logs
    if (json) continue
    console.log(`${design}: ${logs} logs of an idle memory, ${wrong} with a wrong verdict at any look`)
    for (const [at, n] of LOOKS.entries())
      console.log(`  ${n} episodes: mean ${off[at]!.toFixed(1)} points, 90% interval holds ${cover[at]!.toFixed(3)}`)
  }
  return figures
}
