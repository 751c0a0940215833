// Hostile text and ids: they arrive as text. No dialog, no element made of them, no request elsewhere.
import { type Check, leftClean, must } from "../check.ts"
import { HOSTILE, HOSTILE_PATHS } from "../hostile.ts"
import { shotsOf } from "../shots.ts"
import { openTab } from "../tab.ts"

/** Elements that only foreign text could have made. */
const FOREIGN =
  'main script, main iframe, main img, main link, main meta, main style, main math, main svg[onload], [onerror], [onload], a[href^="javascript:"]'

export const hostileText: Check = {
  name: "hostile card and transcript text renders as text: 0 dialogs, 0 requests elsewhere",
  run: async ({ browser, hostile }) => {
    const tab = await openTab(browser, hostile.serving)
    const { cards } = await hostile.ask<{ cards: { id: string }[] }>("/cards.json?limit=100&all=1")
    const more = cards.map(({ id }) => ({ name: id, path: `/card/${id}` }))
    const shots = [...shotsOf(hostile.known), ...more]
    for (const { path } of shots) {
      await tab.at(path)
      must((await tab.page.locator(FOREIGN).count()) === 0, `${path}: text became an element`)
    }
    await tab.at("/cards?all=1")
    const text = await tab.page.locator("main").innerText()
    const shown = HOSTILE.filter(line => text.includes(line.split("\u0000")[0]!.trim().slice(0, 24)))
    must(shown.length >= HOSTILE.length / 2, `only ${shown.length} of ${HOSTILE.length} are shown as they are`)
    await tab.at(`/episode/${hostile.known.episode}`)
    must((await tab.page.locator("main").innerText()).includes("<img src=x onerror="), "the transcript hides its text")
    leftClean(tab)
    await tab.close()
    return `${HOSTILE.length} texts, ${shots.length} pages`
  },
}

export const hostilePaths: Check = {
  name: "hostile ids in addresses are looked up, never run",
  run: async ({ browser, story }) => {
    const tab = await openTab(browser, story.serving)
    for (const path of HOSTILE_PATHS) {
      // The page's own links go through here too, so both ways are tried: from outside, and inside the running page.
      await tab.page.goto(story.serving.origin + path).catch(() => undefined)
      await tab.page.goto(`${story.serving.origin}/week`)
      await tab.page.evaluate(to => {
        history.pushState(null, "", to)
        dispatchEvent(new Event("popstate"))
      }, path)
      await tab.page.waitForFunction(() => document.querySelector("main .waiting") === null)
      must((await tab.page.locator(FOREIGN).count()) === 0, `${path}: an id became an element`)
    }
    must(tab.dialogs.length === 0, `dialogs: ${tab.dialogs.join(", ")}`)
    must(tab.foreign.length === 0, `requests elsewhere: ${tab.foreign.join(", ")}`)
    await tab.close()
    return `${HOSTILE_PATHS.length} addresses`
  },
}
