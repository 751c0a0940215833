// Pack preview: it repacks while one types, obeys its budget, says what was left out, and records nothing.
import { type Check, leftClean, must } from "../check.ts"
import { openTab } from "../tab.ts"

export const packing: Check = {
  name: "the pack is made anew while typing, within its budget, and nothing is recorded [U-08]",
  run: async ({ browser, story }) => {
    const tab = await openTab(browser, story.serving)
    const { page } = tab
    const events = async () => (await story.ask<{ events: number }>("/status.json")).events
    const before = await events()
    await tab.at("/pack")
    const title = page.locator("[data-given] h2")
    const whole = await title.innerText()
    must(/^\d+ of 900 tokens$/.test(whole), `the ruler says ${whole}`)
    await page.getByLabel("A prompt").fill("add an index for the orders query, then run pnpm test:db")
    await page.waitForURL(/prompt=add/)
    await page.getByLabel("token budget").fill("100")
    await page.waitForFunction(() => /of 100 tokens/.test(document.querySelector("[data-given] h2")?.textContent ?? ""))
    const tight = await title.innerText()
    must(Number.parseInt(tight, 10) <= 100, `over its budget: ${tight}`)
    const out = await page.getByRole("heading", { name: /^Left out/ }).innerText()
    must(!out.includes("0 cards"), "a budget of 100 left nothing out")
    must((await events()) === before, "a preview was recorded")
    leftClean(tab)
    await tab.close()
    return `${whole}; ${tight}; ${out.toLowerCase()}`
  },
}

export const correcting: Check = {
  name: "a card is corrected in one's own words, and its versions are kept",
  run: async ({ browser, story }) => {
    const tab = await openTab(browser, story.serving)
    const { page } = tab
    await tab.at("/cards")
    await page.locator("[data-card]").filter({ hasText: "commit messages in the imperative" }).click()
    await page.waitForURL(/\/card\//)
    const old = page.url()
    await page.locator("main h1").filter({ hasText: "imperative" }).waitFor()
    await page.keyboard.press("e")
    await page.getByLabel("What should it say?").fill("write commit messages in the imperative, without a full stop")
    await page.getByRole("dialog").getByRole("button", { name: "Correct" }).click()
    await page.waitForURL(url => url.href !== old)
    await page.locator("main h1").filter({ hasText: "without a full stop" }).waitFor()
    const versions = page.getByRole("heading", { name: "Versions" }).locator("..")
    await versions.filter({ hasText: "keep commit messages in the imperative" }).waitFor()
    leftClean(tab)
    await tab.close()
    return "e, new words, Enter: two versions"
  },
}
