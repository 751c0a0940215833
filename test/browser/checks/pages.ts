// Every page with data and without: it answers, its picture has its table, its twins are there, and nothing on it reads
// like a programming slip.
import type { Page } from "playwright-core"
import { puzzle } from "../../house/puzzling.ts"
import { type Check, leftClean, must, type Store } from "../check.ts"
import { shotsOf } from "../shots.ts"
import { openTab, settled, type Tab } from "../tab.ts"

const SLIPS = /\bNaN\b|\bundefined\b|\bnull\b|\bInfinity\b|\[object /

async function sound(page: Page, path: string): Promise<void> {
  const text = await page.locator("main").innerText()
  const slip = SLIPS.exec(text)
  must(
    !slip,
    `${path} says "${slip?.[0]}": ${text.slice(Math.max(0, (slip?.index ?? 0) - 40), (slip?.index ?? 0) + 40)}`,
  )
  const puzzling = puzzle(text)
  must(puzzling === null, `${path} says what needs a glossary: ${puzzling}`)
  must((await page.locator("main [role=alert]").count()) === 0, `${path} shows a problem: ${text.slice(0, 200)}`)
  must((await page.locator("main h1").count()) === 1, `${path} has no one heading`)
  must((await page.locator(".twins code").count()) === 1, `${path} has no command`)
  // Counted at one moment: an answer that comes in between must not tell them apart.
  const [figures, tables] = await page.evaluate(() => [
    document.querySelectorAll("main figure").length,
    document.querySelectorAll("main figure details table").length,
  ])
  must(figures === tables, `${path}: ${figures} pictures, ${tables} tables`)
  // What is wider than its panel hangs out of it.
  const over = await page.evaluate(() =>
    [...document.querySelectorAll("main .panel")]
      .filter(panel => panel.scrollWidth > panel.clientWidth + 1 || panel.clientWidth < 200)
      .map(panel => panel.textContent?.slice(0, 40)),
  )
  must(over.length === 0, `${path}: too narrow a panel for what is in it: ${over.join(" | ")}`)
  const unnamed = await page.evaluate(() =>
    [...document.querySelectorAll("button, a, input, select, textarea")]
      .filter(e => !(e.textContent?.trim() || e.getAttribute("aria-label") || e.closest("label")))
      .map(e => e.outerHTML.slice(0, 80)),
  )
  must(unnamed.length === 0, `${path}: controls without a name: ${unnamed.join(" ")}`)
}

async function twin(tab: Tab, path: string): Promise<void> {
  await tab.page.locator("[data-twin]").click()
  const pre = tab.page.locator("dialog pre")
  await pre.waitFor()
  must((await pre.innerText()).includes('"schema_version": 1'), `${path}: the JSON twin is not one`)
  await tab.page.keyboard.press("Escape")
  await pre.waitFor({ state: "detached" })
}

async function walk(tab: Tab, store: Store, withTwins: boolean): Promise<number> {
  const shots = shotsOf(store.known)
  for (const shot of shots) {
    await tab.at(shot.path)
    await settled(tab.page)
    await sound(tab.page, shot.path)
    if (withTwins) await twin(tab, shot.path)
  }
  return shots.length
}

export const withData: Check = {
  name: "every page with data: table, JSON and command twins [U-10]",
  run: async ({ browser, story }) => {
    const tab = await openTab(browser, story.serving)
    const pages = await walk(tab, story, true)
    await tab.at(`/episode/${story.known.held}`)
    const held = await tab.page.locator("[data-held]").innerText()
    must(/npm install[\s\S]*“[^”]*pnpm[^”]*npm”/.test(held), `a held call is not told with the user's words: ${held}`)
    leftClean(tab)
    await tab.close()
    return `${pages} pages`
  },
}

export const withNothing: Check = {
  name: "every page without data says what will fill it",
  run: async ({ browser, empty }) => {
    const tab = await openTab(browser, empty.serving)
    const pages = ["week", "episodes", "cards", "review"]
    for (const name of pages) {
      await tab.at(`/${name}`)
      await sound(tab.page, `/${name}`)
      must((await tab.page.locator("[data-empty]").count()) > 0, `/${name} has no empty state`)
    }
    await tab.at("/card/00000000")
    must(
      (await tab.page.locator("[role=alert]").innerText()).includes("no card"),
      "an unknown card is not said to be one",
    )
    leftClean(tab)
    await tab.close()
    return `${pages.length} pages`
  },
}

export const narrow: Check = {
  name: "a narrow window scrolls down, never sideways",
  run: async ({ browser, story }) => {
    const tab = await openTab(browser, story.serving, { width: 420, height: 800 })
    for (const { path } of shotsOf(story.known)) {
      await tab.at(path)
      const over = await tab.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      must(over <= 0, `${path} is ${over} pixels too wide`)
      await sound(tab.page, path)
    }
    leftClean(tab)
    await tab.close()
    return "420 pixels"
  },
}
