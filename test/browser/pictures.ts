// The pictures that pages of the documentation show, for docs/pictures.
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Browser } from "playwright-core"
import type { Serving } from "./server.ts"
import { smallPng } from "./small-png.ts"
import { openTab, settled } from "./tab.ts"

export interface Shot {
  readonly name: string
  readonly path: string
  /** a page of the documentation shows it */
  readonly shown?: boolean
  /** what stands at the top of the picture; the page's head when not given */
  readonly from?: string
}

export async function takePictures(
  browser: Browser,
  serving: Serving,
  shots: readonly Shot[],
  folder: string,
): Promise<readonly string[]> {
  mkdirSync(folder, { recursive: true })
  const taken: string[] = []
  const tab = await openTab(browser, serving)
  for (const shot of shots.filter(({ shown }) => shown)) {
    await tab.at(shot.path)
    await settled(tab.page)
    if (shot.from) await tab.page.locator(shot.from).evaluate(part => part.scrollIntoView())
    await tab.page.evaluate(() => {
      // Where this run keeps its store is nobody's business.
      for (const code of document.querySelectorAll("main code"))
        if (code.textContent?.includes("mettle-browser-")) code.textContent = "~/.local/share/mettle"
    })
    const file = `${shot.name}-light.png`
    writeFileSync(join(folder, file), smallPng(await tab.page.screenshot()))
    taken.push(file)
  }
  await tab.close()
  return taken
}
