// Every page in the four windows a person may have (telephone and desk, light and dark), on six weeks of work, on nothing and
// on 10,000 cards: axe finds nothing serious, and nothing is wider than its window. With --walk what was seen is kept.
import { mkdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import type { AxeResults } from "axe-core"
import { type Check, leftClean, must, type Stage, type Store } from "../check.ts"
import { shotsOf } from "../shots.ts"
import { openTab, settled } from "../tab.ts"

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")
const WINDOWS = [
  { width: 390, height: 844, dark: false },
  { width: 390, height: 844, dark: true },
  { width: 1280, height: 900, dark: false },
  { width: 1280, height: 900, dark: true },
] as const
const WALK = process.argv.includes("--walk")
/** Nothing and a crowd are drawn by the same parts: a telephone by day and a desk by night will do, but for a walk. */
const windowsOf = (store: string) => (WALK || store === "story" ? WINDOWS : [WINDOWS[0], WINDOWS[3]])

async function look({ browser, root }: Stage, name: string, store: Store): Promise<readonly string[]> {
  const found: string[] = []
  for (const { dark, ...size } of windowsOf(name)) {
    const tab = await openTab(browser, store.serving, { ...size, dark })
    const { page } = tab
    for (const shot of shotsOf(store.known)) {
      // An unknown card or episode of an empty store is an error on purpose.
      if (name === "empty" && /^\/(card|episode)\//.test(shot.path)) continue
      await tab.at(shot.path)
      await settled(page)
      const where = `${name} ${shot.name} ${size.width} ${dark ? "dark" : "light"}`
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (over > 0) found.push(`${where}: ${over} pixels too wide`)
      await page.evaluate(AXE)
      const { violations } = await page.evaluate(() =>
        (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
      )
      for (const { id, impact, nodes } of violations)
        if (impact === "serious" || impact === "critical")
          found.push(
            `${where}: ${id} at ${nodes
              .map(node => node.target.join(" "))
              .slice(0, 3)
              .join(", ")}`,
          )
      if (WALK) {
        const folder = join(root, ".cache", "browser", "walk")
        mkdirSync(folder, { recursive: true })
        await page.screenshot({ path: join(folder, `${where.replaceAll(" ", "-")}.png`) })
      }
    }
    leftClean(tab)
    await tab.close()
  }
  return found
}

export const accessible: Check = {
  name: "axe: no serious finding on any page, telephone and desk, light and dark, full, empty and crowded",
  run: async stage => {
    const stores = { story: stage.story, empty: stage.empty, crowd: await stage.crowd() }
    const found: string[] = []
    for (const [name, store] of Object.entries(stores)) found.push(...(await look(stage, name, store)))
    if (WALK) for (const line of found) console.log(`     ${line}`)
    must(found.length === 0, `${found.length} findings: ${found.slice(0, 5).join(" | ")}`)
    const seen = Object.keys(stores).map(name => `${name} in ${windowsOf(name).length} windows`)
    return `${shotsOf(stage.story.known).length} pages, ${seen.join(", ")}`
  },
}
