// Keys alone: review from beginning to end, lists, palette, help, and focus that can be seen.
import { type Check, leftClean, must } from "../check.ts"
import { chord, openTab, settled, type Tab } from "../tab.ts"

const left = async (tab: Tab, n: number): Promise<void> => {
  await tab.page.waitForFunction(
    want => document.querySelector("[data-review]")?.getAttribute("data-left") === String(want),
    n,
  )
}
const current = (tab: Tab): Promise<string | null> => tab.page.locator("[data-review]").getAttribute("data-review")

export const review: Check = {
  name: "review by keys alone: y n e s u, nothing clicked",
  run: async ({ browser, story }) => {
    const tab = await openTab(browser, story.serving)
    const { keyboard } = tab.page
    await settled(tab.page)
    await chord(tab.page, "g r")
    await tab.page.locator("[data-review]").waitFor()
    const { total } = await story.ask<{ total: number }>("/review.json")
    must(total >= 4, `only ${total} things wait`)
    const first = await current(tab)
    await keyboard.press("s")
    await tab.page.waitForFunction(
      id => document.querySelector("[data-review]")?.getAttribute("data-review") !== id,
      first,
    )
    await keyboard.press("y")
    await left(tab, total - 1)
    await keyboard.press("n")
    await left(tab, total - 2)
    await keyboard.press("u")
    await left(tab, total - 1)
    await keyboard.press("e")
    await tab.page.locator("main textarea").waitFor()
    await keyboard.press("Control+a")
    await keyboard.type("said in other words by the person")
    await keyboard.press("Enter")
    await left(tab, total - 2)
    const { cards } = await story.ask<{ cards: { statement: string }[] }>("/cards.json?q=other%20words")
    must(
      cards.some(card => card.statement.includes("other words")),
      "the reworded card is not there",
    )
    leftClean(tab)
    await tab.close()
    return `${total} waited, ${total - 2} left`
  },
}

export const navigation: Check = {
  name: "palette, lists and help by keys; focus is visible",
  run: async ({ browser, story }) => {
    const tab = await openTab(browser, story.serving)
    const { page } = tab
    await settled(page)
    await page.keyboard.press("?")
    await page.locator("dialog .keys").first().waitFor()
    must((await page.locator("dialog").innerText()).includes("go to Review"), "help does not list the pages")
    await page.keyboard.press("Escape")
    await page.locator("dialog").waitFor({ state: "detached" })
    await page.keyboard.press("Control+k")
    await page.keyboard.type("cents")
    await page.locator(".hits li").filter({ hasText: "cents" }).first().waitFor()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.waitForURL(/\/card\//)
    await chord(page, "g c")
    await page.waitForURL(/\/cards$/)
    await page.locator("[data-row]").first().waitFor()
    await page.keyboard.press("j")
    await page.keyboard.press("j")
    const focused = await page.evaluate(() => {
      const style = getComputedStyle(document.activeElement!)
      const rows = [...document.querySelectorAll("main [data-row]")]
      return { at: rows.indexOf(document.activeElement!), outline: style.outlineStyle, wide: style.outlineWidth }
    })
    must(focused.at === 1, `the focus is on row ${focused.at}, not 1`)
    must(focused.outline !== "none" && focused.wide !== "0px", "the focus cannot be seen")
    await page.keyboard.press("Enter")
    await page.waitForURL(/\/card\//)
    leftClean(tab)
    await tab.close()
    return "?, Ctrl-K, g c, j j, Enter"
  },
}

export const themes: Check = {
  name: "light and dark follow the system",
  run: async ({ browser, story }) => {
    const ground = (tab: Tab) => tab.page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    const light = await openTab(browser, story.serving)
    const dark = await openTab(browser, story.serving, { dark: true })
    const [byDay, byNight] = [await ground(light), await ground(dark)]
    must(byDay !== byNight, `both are ${byDay}`)
    leftClean(light)
    await light.close()
    await dark.close()
    return `${byDay} / ${byNight}`
  },
}
