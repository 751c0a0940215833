// A tab on the dashboard that watches itself: dialogs, requests that leave the origin, errors in the console. What a check does
// is what a person does; what a tab saw is asserted at its end.
import type { Browser, Page } from "playwright-core"
import type { Serving } from "./server.ts"

export interface Tab {
  readonly page: Page
  readonly dialogs: string[]
  readonly foreign: string[]
  readonly errors: string[]
  /** goes to a page of the dashboard and waits for its answer */
  at(path: string): Promise<void>
  close(): Promise<void>
}
export interface TabOptions {
  readonly dark?: boolean
  readonly width?: number
  readonly height?: number
}

/** What a person would not wait for, a busy machine may need. */
const PATIENCE_MS = 90_000

export async function openTab(browser: Browser, serving: Serving, options: TabOptions = {}): Promise<Tab> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1200, height: options.height ?? 800 },
    colorScheme: options.dark ? "dark" : "light",
    reducedMotion: "reduce",
    locale: "en-GB",
  })
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  const dialogs: string[] = []
  const foreign: string[] = []
  const errors: string[] = []
  page.on("dialog", dialog => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await context.route("**/*", route => {
    const url = route.request().url()
    if (url.startsWith(serving.origin) || url.startsWith("data:")) return route.continue()
    foreign.push(url)
    return route.abort()
  })
  page.on("pageerror", error => errors.push(error.message))
  page.on("console", message => {
    // A refusal is an answer of the server, and the page says so; everything else that a console reports is a fault.
    if (message.type() === "error" && !/status of 4\d\d/.test(message.text())) errors.push(message.text())
  })
  await page.goto(serving.url)
  await page.waitForFunction(() => sessionStorage.getItem("mettle-token") !== null)
  return {
    ...{ page, dialogs, foreign, errors },
    async at(path) {
      await page.goto(serving.origin + path)
      await settled(page)
    },
    close: () => context.close(),
  }
}

/** Nothing on the page still waits for its answer, and pictures have their size. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector("main h1, main .empty") !== null && document.querySelector("main .waiting") === null,
  )
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

/** Two keys in a row, one right after the other however long the page takes to hear of them: "g r". */
export async function chord({ keyboard }: Page, keys: string): Promise<void> {
  await Promise.all(keys.split(" ").map(key => keyboard.press(key)))
}
