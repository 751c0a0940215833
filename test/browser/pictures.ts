// Pictures of every page, light and dark, for docs/pictures.
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Browser } from "playwright-core"
import type { Serving } from "./server.ts"
import { smallPng } from "./small-png.ts"
import { openTab, settled, type Tab } from "./tab.ts"

export interface Shot {
  readonly name: string
  readonly path: string
  readonly prepare?: (tab: Tab) => Promise<void>
}

export async function takePictures(
  browser: Browser,
  serving: Serving,
  shots: readonly Shot[],
  folder: string,
): Promise<readonly string[]> {
  mkdirSync(folder, { recursive: true })
  const taken: string[] = []
  for (const dark of [false, true]) {
    const tab = await openTab(browser, serving, { dark })
    for (const shot of shots) {
      await tab.at(shot.path)
      await shot.prepare?.(tab)
      await settled(tab.page)
      await tab.page.evaluate(() => {
        // Where this run keeps its store is nobody's business.
        for (const code of document.querySelectorAll("main code"))
          if (code.textContent?.includes("mettle-browser-")) code.textContent = "~/.local/share/mettle"
      })
      const file = `${shot.name}-${dark ? "dark" : "light"}.png`
      writeFileSync(join(folder, file), smallPng(await tab.page.screenshot()))
      taken.push(file)
    }
    await tab.close()
  }
  return taken
}
