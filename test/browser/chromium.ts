// Finds and starts a real Chromium: CHROMIUM in the environment, else the usual places. None brings itself along.
import { existsSync } from "node:fs"
import { type Browser, chromium } from "playwright-core"

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
]

export const chromiumPath = (): string | null =>
  [process.env.CHROMIUM, ...PLACES].find(path => path !== undefined && path !== "" && existsSync(path)) ?? null

export const startChromium = (path: string): Promise<Browser> =>
  // The sandbox needs rights that a container seldom has; the pages are our own and reach nothing but loopback.
  chromium.launch({ executablePath: path, args: ["--no-sandbox", "--disable-dev-shm-usage"], timeout: 120_000 })
