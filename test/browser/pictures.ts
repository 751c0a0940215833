// Pictures of every page, light and dark, for docs/pictures. Small: palette images would need a tool, so the size is kept by the
// viewport alone.
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import type { Browser } from "playwright-core"
import type { Serving } from "./server.ts"
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
      const file = `${shot.name}-${dark ? "dark" : "light"}.png`
      await tab.page.screenshot({ path: join(folder, file) })
      taken.push(file)
    }
    await tab.close()
  }
  return taken
}
