// Weight and speed: what the page weighs on the wire, how fast it stands with 10,000 cards, and that long lists and transcripts
// stay small in the browser. Slower than the goal fails, unless the machine is so busy that a line of text takes long as well.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { type Check, leftClean, must } from "../check.ts"
import { openTab, settled } from "../tab.ts"

const MOST_BYTES = 150_000
const GOAL_MS = 1000
/** How many lines of text from the same server, at the same moment, a page may take where the machine misses the goal. */
const TIMES_BLANK = { paint: 4, answer: 12 }

export const weight: Check = {
  name: "page weight, everything, compressed: at most 150 kB",
  run: async ({ root }) => {
    const folder = join(root, "dist", "dashboard")
    const sizes = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => gzipSync(readFileSync(join(entry.parentPath, entry.name)), { level: 9 }).length)
    const total = sizes.reduce((sum, size) => sum + size, 0)
    must(total <= MOST_BYTES, `${total} bytes`)
    return `${(total / 1000).toFixed(1)} kB in ${sizes.length} files`
  },
}

export const firstPaint: Check = {
  name: "first paint and first answer with 10,000 cards and 1,000 episodes (goal 1 s)",
  run: async ({ browser, crowd: told }) => {
    const crowd = await told()
    const { origin } = crowd.serving
    const lines: string[] = []
    const blanks: number[] = []
    for (const [path, ready] of [
      ["/week", "[data-lift]"],
      ["/cards", "[data-card]"],
      ["/episodes", "[data-episode]"],
      [`/episode/${crowd.known.episode}`, "[data-message]"],
    ] as const) {
      const runs: { blank: number; paint: number; answer: number }[] = []
      for (let i = 0; i < 5; i++) {
        const tab = await openTab(browser, crowd.serving)
        const paintOf = () =>
          tab.page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? null)
        // One line of text from the same server, right before: what the machine itself takes at this moment.
        await tab.page.goto(`${origin}/health`)
        const blank = await tab.page.evaluate(() => performance.now())
        const line = (await paintOf()) ?? blank
        await tab.page.goto(origin + path, { waitUntil: "commit" })
        await tab.page.locator(ready).first().waitFor()
        const answer = await tab.page.evaluate(() => performance.now())
        runs.push({ blank: line, paint: (await paintOf()) ?? answer, answer })
        await tab.close()
      }
      const middle = (of: (run: (typeof runs)[number]) => number) => Math.round(runs.map(of).sort((a, b) => a - b)[2]!)
      const [blank, paint, answer] = [middle(run => run.blank), middle(run => run.paint), middle(run => run.answer)]
      const most = (times: number) => Math.max(GOAL_MS, times * blank)
      must(paint <= most(TIMES_BLANK.paint), `${path}: first paint ${paint} ms, a line of text ${blank} ms`)
      must(answer <= most(TIMES_BLANK.answer), `${path}: first answer ${answer} ms, a line of text ${blank} ms`)
      blanks.push(blank)
      lines.push(`${path.split("/")[1]} ${paint}/${answer} ms`)
    }
    return `median of 5, paint/answer: ${lines.join(", ")}; a line of text from the same server ${blanks.join(", ")} ms`
  },
}

export const longLists: Check = {
  name: "10,000 cards and a 500-message episode stay small in the browser",
  run: async ({ browser, crowd: told }) => {
    const crowd = await told()
    const tab = await openTab(browser, crowd.serving)
    const { page } = tab
    await tab.at("/cards?all=1")
    const { total } = await crowd.ask<{ total: number }>("/cards.json?limit=1&all=1")
    must(total >= 10_000, `only ${total} cards`)
    must((await page.locator("[data-card]").count()) === 100, "the first page is not 100 cards")
    await page.locator("[data-more]").click()
    await page.locator("[data-card]").nth(199).waitFor({ state: "attached" })
    await page.getByLabel("Words in the statement").fill("invoice caches")
    await page.waitForFunction(() => /q=invoice/.test(location.search))
    await settled(page)
    await tab.at(`/episode/${crowd.known.episode}`)
    const messages = await page.evaluate(() =>
      Number(/of (\d+)/.exec(document.querySelector("main")!.textContent!.split("Transcript")[1]!)![1]),
    )
    must(messages >= 500, `only ${messages} messages`)
    const elements = await page.evaluate(() => document.querySelectorAll("*").length)
    must(elements < 8000, `${elements} elements`)
    const slider = page.getByRole("slider")
    // Which waits until it stands still: pictures get their width after the page stands.
    await slider.hover()
    const box = (await slider.boundingBox())!
    await page.mouse.move(box.x + box.width * 0.9, box.y + 40)
    const led = await page
      .waitForFunction(least => {
        const row = document.querySelector<HTMLElement>('[data-message][aria-current="true"]')
        const list = document.querySelector(".transcript")!.getBoundingClientRect()
        if (!row || Number(row.dataset.message) <= least) return null
        const { top, bottom } = row.getBoundingClientRect()
        return top >= list.top - 1 && bottom <= list.bottom + 1 ? row.dataset.message : null
      }, messages * 0.8)
      .then(
        found => found.jsonValue(),
        () => null,
      )
    const row = page.locator('[data-message][aria-current="true"]')
    const at = led ?? (await row.getAttribute("data-message", { timeout: 1000 }).catch(() => "nowhere"))
    must(led, `the transcript stands at ${at}, or out of view; the cursor near ${Math.round(messages * 0.9)}`)
    leftClean(tab)
    await tab.close()
    return `${total} cards by 100; ${messages} messages, ${elements} elements, cursor leads to message ${at}`
  },
}
