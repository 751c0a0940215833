// `mettle open` as a person starts it: the program that opens browsers is given a private page, and a real browser that opens it
// stands on the dashboard with its token, the page being gone.
import { execFileSync, spawn } from "node:child_process"
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Check, must } from "../check.ts"
import { settled } from "../tab.ts"

export const doorway: Check = {
  name: "the browser is led in by a private page that is gone then",
  run: async ({ browser, root }) => {
    const folder = mkdtempSync(join(tmpdir(), "mettle-doorway-"))
    const pipe = join(folder, "given")
    execFileSync("mkfifo", [pipe])
    writeFileSync(join(folder, "xdg-open"), `#!/bin/sh\necho "$1" > '${pipe}'\n`, { mode: 0o755 })
    const env = {
      PATH: `${folder}:${process.env.PATH}`,
      HOME: folder,
      METTLE_HOME: join(folder, "home"),
      LANG: "C.UTF-8",
    }
    const child = spawn(process.execPath, [join(root, "bin", "mettle"), "open"], { cwd: folder, env, stdio: "ignore" })
    const ended = new Promise(resolve => child.once("exit", resolve))
    const context = await browser.newContext()
    try {
      const gone = ended.then(() => Promise.reject(new Error("mettle open ended")))
      gone.catch(() => undefined)
      const file = (await Promise.race([readFile(pipe, "utf8"), gone])).trim()
      must(!file.includes("token"), "the token stands in an argument")
      const page = await context.newPage()
      await page.goto(`file://${file}`)
      await page.waitForURL(/^http:\/\/127\.0\.0\.1:\d+\//)
      await settled(page)
      const kept = await page.evaluate(() => sessionStorage.getItem("mettle-token"))
      must(kept !== null && !page.url().includes(kept), "the token was not taken out of the address")
      must(!existsSync(file), "the page still lies there")
      return `from ${file.split("/").at(-1)} to ${new URL(page.url()).pathname}`
    } finally {
      await context.close()
      child.kill("SIGTERM")
      await ended
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
