// Two clicks: to where a card comes from, in the user's own words; to forgetting it. And the live feed, the token, and what is done to
// a card.
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { type Check, leftClean, must } from "../check.ts"
import { openTab, settled } from "../tab.ts"

export const origin: Check = {
  name: "two clicks from mettle open to where a card comes from, in the user's own words [U-04]",
  run: async ({ browser, story }) => {
    const tab = await openTab(browser, story.serving)
    await tab.page.getByRole("navigation").getByRole("link", { name: "Cards" }).click()
    await tab.page.locator("[data-card]").filter({ hasText: "never npm" }).click()
    const mark = tab.page.locator('[data-evidence="user_span"] mark').first()
    await mark.waitFor()
    const words = await mark.innerText()
    const said = await tab.page.locator('[data-evidence="user_span"] .quote.mine').first().innerText()
    must(words.includes("pnpm") && said.length > words.length, `the words are "${words}" in "${said}"`)
    leftClean(tab)
    await tab.close()
    return `2 clicks: "${words}" in "${said.slice(0, 50)}"`
  },
}

export const forgetting: Check = {
  name: "two clicks from mettle open to forget this; then the proof: found 0 [U-05]",
  run: async ({ browser, story }) => {
    const tab = await openTab(browser, story.serving)
    const { page } = tab
    await page.getByRole("navigation").getByRole("link", { name: "Cards" }).click()
    const row = page.locator(".card-row").filter({ hasText: "prices shown to customers include tax" })
    await row.getByRole("button", { name: /^forget/ }).click()
    await page.locator('[data-forget="preview"]').waitFor()
    must((await page.locator("dialog").innerText()).includes("Would go: "), "no preview")
    await page.getByRole("button", { name: "Forget for good" }).click()
    await page.locator('[data-forget="done"]').waitFor()
    must(/found 0/.test(await page.locator("dialog").innerText()), "no proof")
    await page.getByRole("dialog").getByRole("button", { name: "Done" }).click()
    await row.waitFor({ state: "detached" })
    leftClean(tab)
    await tab.close()
    return "2 clicks, preview, act, found 0"
  },
}

export const live: Check = {
  name: "what happens elsewhere shows up without a reload",
  run: async ({ browser, story, root }) => {
    const tab = await openTab(browser, story.serving)
    await tab.at("/cards")
    await tab.page.locator('.live[data-state="live"]').waitFor()
    const words = "name every migration after the table it touches"
    const env = { PATH: process.env.PATH, HOME: story.folder, METTLE_HOME: join(story.folder, "home") }
    const made = spawnSync(process.execPath, [join(root, "bin", "mettle"), "note", words], {
      cwd: join(story.folder, "shop-api"),
      env,
      encoding: "utf8",
      timeout: 120_000,
    })
    must(made.status === 0, `mettle note: ${made.stderr}`)
    const from = Date.now()
    await tab.page.locator("[data-card]").filter({ hasText: words }).waitFor()
    const took = Date.now() - from
    leftClean(tab)
    await tab.close()
    return `after ${took} ms`
  },
}

export const token: Check = {
  name: "the token leaves the address bar; without it a tab is told nothing",
  run: async ({ browser, story }) => {
    const tab = await openTab(browser, story.serving)
    await settled(tab.page)
    must(!tab.page.url().includes(story.serving.token), "the token stands in the address")
    must(
      !(await tab.page.evaluate(secret => document.documentElement.outerHTML.includes(secret), story.serving.token)),
      "the token stands in the page",
    )
    await tab.close()
    const context = await browser.newContext()
    const bare = await context.newPage()
    await bare.goto(`${story.serving.origin}/cards`)
    await bare.getByText("This tab has no token").waitFor()
    await bare.getByText("needs its link").waitFor()
    await context.close()
    return "not in address or page"
  },
}

export const acts: Check = {
  name: "episode, card, why and trouble acts reach the memory",
  run: async ({ browser, story }) => {
    const tab = await openTab(browser, story.serving)
    const { page } = tab
    await tab.at(`/episode/${story.known.episode}`)
    await page.getByRole("button", { name: "It failed" }).click()
    await page.getByText("Labelled failure by you.").waitFor()
    const said = await story.ask<{ episode: { verdict: string; judgedBy: string } }>(
      `/episodes/${story.known.episode}.json`,
    )
    must(said.episode.judgedBy === "you", `judged by ${said.episode.judgedBy}`)
    await tab.at(`/card/${story.known.card}`)
    await page.getByRole("button", { name: /^Pin/ }).click()
    await page.getByRole("button", { name: /^Unpin/ }).waitFor()
    await page.getByRole("status").getByRole("button", { name: "undo" }).click()
    await page.getByRole("button", { name: /^Pin/ }).waitFor()
    await tab.at(`/card/${story.known.measured}`)
    await page.locator("[data-without]").first().click()
    await page.getByText(/^As if episode/).waitFor()
    const { episodes } = await story.ask<{ episodes: { id: string; trips: number }[] }>("/episodes.json?limit=200")
    await tab.at(`/episode/${episodes.find(({ trips }) => trips > 0)!.id}`)
    await page.getByRole("button", { name: "Right call" }).first().click()
    await page.getByText("✓ right, says you").first().waitFor()
    leftClean(tab)
    await tab.close()
    return "relabel, pin and undo, without, right call"
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
