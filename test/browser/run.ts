// npm run test:browser [-- --pictures] [-- --walk] [-- words of a check]: the dashboard in a real Chromium, on stores made by the product
// itself. One line per check, non-zero when anything failed; --pictures writes docs/pictures anew. Not part of npm test.
import { execFileSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import type { Check, Stage, Store } from "./check.ts"
import { accessible } from "./checks/access.ts"
import { acts, correcting, forgetting, live, origin, token } from "./checks/clicks.ts"
import { doorway } from "./checks/doorway.ts"
import { hostilePaths, hostileText } from "./checks/hostile.ts"
import { navigation, review, themes } from "./checks/keyboard.ts"
import { narrow, withData, withNothing } from "./checks/pages.ts"
import { firstPaint, longLists, weight } from "./checks/size.ts"
import { chromiumPath, startChromium } from "./chromium.ts"
import { tellCrowd } from "./crowd.ts"
import { tellHostile } from "./hostile-story.ts"
import { takePictures } from "./pictures.ts"
import { startServer } from "./server.ts"
import { shotsOf } from "./shots.ts"
import { tellStory } from "./story.ts"

/** Those that only look come before those that change something. */
const CHECKS: readonly Check[] = [
  ...[weight, withData, withNothing, narrow, token, doorway, hostileText, hostilePaths, themes, navigation, origin],
  ...[accessible, longLists, firstPaint, live, review, acts, correcting, forgetting],
]
/** A few more cards than promised, since some say nearly the same and are merged. */
const CROWD = { cards: 10_400, episodes: 1000, messages: 500 }
const root = resolve(process.cwd())
const words = process.argv.slice(2)
const wanted = words.filter(word => !word.startsWith("--"))
const pictures = words.includes("--pictures")

const path = chromiumPath()
if (path === null) {
  console.error(
    "No Chromium found. Install one (apt-get install chromium) or set CHROMIUM to its path; nothing was tested.",
  )
  process.exit(2)
}

const folder = mkdtempSync(join(tmpdir(), "mettle-browser-"))
const closing: (() => Promise<void>)[] = []
let failed = 0
try {
  const browser = await startChromium(path)
  closing.push(() => browser.close())
  const story = await store("story", async at => {
    const { longest } = await tellStory(at)
    // As on the computer of somebody who works with it: an agent is installed, and its hooks are in.
    mkdirSync(join(at, ".claude"))
    const env = { PATH: process.env.PATH, HOME: at, METTLE_HOME: join(at, "home"), LANG: "C.UTF-8" }
    execFileSync(process.execPath, [join(root, "bin", "mettle"), "init", "--yes"], { cwd: join(at, "shop-api"), env })
    return longest
  })
  if (pictures) {
    const into = join(root, "docs", "pictures")
    const taken = await takePictures(browser, story.serving, shotsOf(story.known), into)
    const size = taken.reduce((sum, name) => sum + statSync(join(into, name)).size, 0)
    console.log(`${taken.length} pictures, ${Math.round(size / 1000)} kB`)
  }
  const checks = CHECKS.filter(({ name }) => wanted.length === 0 || wanted.some(word => name.includes(word)))
  if (!(pictures && wanted.length === 0)) {
    let crowd: Promise<Store> | null = null
    const stage: Stage = {
      ...{ browser, root, story },
      empty: await store("empty", async () => ""),
      hostile: await store("hostile", tellHostile),
      crowd: () => (crowd ??= store("crowd", async at => (await tellCrowd(at, CROWD)).longest)),
    }
    for (const check of checks) {
      const begun = Date.now()
      const note = await check.run(stage).then(
        said => ({ ok: true, said }),
        (error: Error) => ({ ok: false, said: error.message.split("\n").slice(0, 3).join(" ") }),
      )
      if (!note.ok) failed += 1
      // A check that failed leaves its tab open: what it saw is kept for whoever looks into it.
      for (const context of browser.contexts()) {
        if (!note.ok) await context.pages()[0]?.screenshot({ path: join(root, ".cache", "browser", "failed.png") })
        await context.close()
      }
      console.log(
        `${note.ok ? "ok  " : "FAIL"} ${check.name} (${((Date.now() - begun) / 1000).toFixed(1)} s)\n     ${note.said}`,
      )
    }
    console.log(`${checks.length - failed} of ${checks.length} browser checks passed`)
  }
} finally {
  for (const close of closing.reverse()) await close().catch(() => undefined)
  rmSync(folder, { recursive: true, force: true })
}
process.exit(failed === 0 ? 0 : 1)

/** A store told and served. METTLE_BROWSER_STORES keeps told stores from one run to the next: telling the crowd takes its time. */
async function store(name: string, tell: (at: string) => Promise<string>): Promise<Store> {
  const kept = process.env.METTLE_BROWSER_STORES
  const at = join(folder, name)
  const begun = Date.now()
  let episode = ""
  if (kept !== undefined && existsSync(join(kept, name))) {
    cpSync(join(kept, name), at, { recursive: true })
  } else {
    episode = await tell(at)
    if (kept !== undefined && episode !== "") cpSync(at, join(kept, name), { recursive: true })
  }
  const serving = await startServer(root, at)
  closing.push(() => serving.close())
  const ask = async <T>(address: string): Promise<T> => {
    const answer = await fetch(serving.origin + address, { headers: { authorization: `Bearer ${serving.token}` } })
    if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const { cards } = await ask<{
    cards: { id: string; statement: string | null; measured: boolean; value: { n: number } | null }[]
  }>("/cards.json?limit=200")
  const { episodes } = await ask<{ episodes: { id: string; messages: number }[] }>("/episodes.json?limit=200")
  const longest = [...episodes].sort((a, b) => b.messages - a.messages)[0]
  const measured = cards.filter(card => card.measured).sort((a, b) => (b.value?.n ?? 0) - (a.value?.n ?? 0))[0]
  const card = cards.find(({ statement }) => statement?.includes("never npm")) ?? cards[0]
  let held: string | undefined
  for (const { id } of name === "story" ? episodes : []) {
    const { holds } = await ask<{ holds: { action: string | null }[] }>(`/episodes/${id}.json`)
    if (!holds.some(({ action }) => action?.startsWith("npm install"))) continue
    held = id
    break
  }
  console.log(`     store ${name}: ${((Date.now() - begun) / 1000).toFixed(1)} s`)
  return {
    ...{ serving, folder: at, ask },
    known: {
      card: card?.id ?? "0",
      measured: measured?.id ?? card?.id ?? "0",
      episode: longest?.id ?? "0",
      held: held ?? longest?.id ?? "0",
    },
  }
}
