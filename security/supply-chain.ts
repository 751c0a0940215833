// Threat 17: the package itself. Packed, and installed without scripts in a home of its own: nothing is written outside its folder,
// no script would run on installation, it works all the same, and what it brings is what is declared.
import { spawnSync } from "node:child_process"
import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import type { Family } from "./family.ts"

const ON_INSTALL = ["preinstall", "install", "postinstall", "prepublish", "preprepare", "postprepare"]
interface Packed {
  readonly files: readonly { readonly path: string }[]
  readonly unpackedSize: number
}
const listed = (dir: string): readonly string[] =>
  (readdirSync(dir, { recursive: true }) as string[])
    .filter(name => statSync(join(dir, name), { throwIfNoEntry: false })?.isFile())
    .sort()

export const supplyChain: Family = {
  name: "supply-chain",
  threats: [17],
  title: "the package: packed, installed without scripts, used",
  run: async ({ dir }) => {
    const failures: string[] = []
    const [out, place, user] = ["packed", "app", "home"].map(name => join(dir, name)) as [string, string, string]
    for (const folder of [out, place, user]) mkdirSync(folder)
    const npm = (words: readonly string[], cwd: string, env: Record<string, string | undefined> = {}) =>
      spawnSync("npm", words, { cwd, encoding: "utf8", timeout: 240_000, env: { ...process.env, ...env } })
    // As built: npm run security builds first, and `prepare` would only build again.
    const packed = npm(["pack", "--ignore-scripts", "--json", "--pack-destination", out], process.cwd())
    // npm 12 names packages by name, older ones list them.
    const { files, unpackedSize } = Object.values(
      JSON.parse(packed.stdout.slice(packed.stdout.search(/[[{]/))) as Record<string, Packed>,
    )[0]!
    // `mettle help` reads its topics, `mettle config preset` names the pages of the machines, `mettle lab trial` has two tasks.
    const odd = files.filter(
      ({ path }) =>
        !/^(?:dist|bin|assets|plugin)\/|^docs\/(?:help|machines\/[a-z]+)\.md$|^examples\/trial-tasks\/|^(?:README|LICENSE|CHANGELOG)(?:\.md)?$|^package\.json$/.test(
          path,
        ),
    )
    for (const { path } of odd) failures.push(`the package holds ${path}`)
    if (files.some(({ path }) => /\.(?:env|pem|key|db)$|\.map$/.test(path) && !path.startsWith("assets/")))
      failures.push("the package holds a file that should not leave")
    const tarball = join(out, readdirSync(out)[0]!)
    const cache = npm(["config", "get", "cache"], process.cwd()).stdout.trim()
    // The caller's own way to the registry, and nothing else of its home.
    const userconfig = npm(["config", "get", "userconfig"], process.cwd()).stdout.trim()
    const before = listed(user)
    const installed = npm(
      ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-save", "--prefer-offline", tarball],
      place,
      { HOME: user, npm_config_userconfig: userconfig, npm_config_cache: cache, npm_config_logs_max: "0" },
    )
    const left: string[] = []
    if (installed.status !== 0) left.push(`installation (${installed.stderr.trim().split("\n").at(-1)?.slice(0, 120)})`)
    const wrote = listed(user).filter(name => !before.includes(name))
    for (const name of wrote) failures.push(`installing wrote ~/${name}`)
    for (const name of listed(place)) if (!name.startsWith("node_modules")) failures.push(`installing wrote ${name}`)
    let packages = 0
    if (installed.status === 0) {
      const root = join(place, "node_modules")
      for (const name of listed(root).filter(path => path.endsWith("package.json"))) {
        const { scripts = {}, name: own } = JSON.parse(readFileSync(join(root, name), "utf8")) as {
          scripts?: Record<string, string>
          name?: string
        }
        if (own === undefined || name.split("/node_modules/").at(-1)!.split("/").length > (own.startsWith("@") ? 3 : 2))
          continue
        packages++
        const runs = Object.keys(scripts).filter(script => ON_INSTALL.includes(script))
        if (own === "mettle" && runs.length > 0) failures.push(`mettle runs ${runs.join(", ")} on installation`)
      }
      // It works as installed, and its first use writes nothing but what was asked for.
      const env = { PATH: process.env.PATH ?? "", HOME: user }
      const run = (words: readonly string[]) =>
        spawnSync(process.execPath, [join(root, "mettle", "bin", "mettle"), ...words], {
          cwd: place,
          env,
          encoding: "utf8",
          timeout: 120_000,
        })
      for (const words of [["--version"], ["--help"], ["status"], ["doctor"], ["init", "--dry-run"]]) {
        const ran = run(words)
        if (ran.status !== 0)
          failures.push(`mettle ${words.join(" ")} after --ignore-scripts: ${ran.status} ${ran.stderr.slice(0, 160)}`)
      }
      const used = listed(user).filter(name => !before.includes(name))
      for (const name of used) failures.push(`looking around wrote ~/${name}`)
    }
    const declared = Object.keys(
      (JSON.parse(readFileSync("package.json", "utf8")) as { dependencies: Record<string, string> }).dependencies,
    )
    if (declared.length > 1) failures.push(`${declared.length} runtime dependencies`)
    const pinned = Object.values(
      (JSON.parse(readFileSync("package.json", "utf8")) as { dependencies: Record<string, string> }).dependencies,
    )
    if (pinned.some(version => !/^\d+\.\d+\.\d+$/.test(version))) failures.push("a runtime dependency is not pinned")
    return {
      attempts: files.length + packages + 5,
      figures: { files: files.length, MB: (unpackedSize / 1e6).toFixed(1), packages, "written outside": wrote.length },
      failures,
      left,
    }
  },
}
