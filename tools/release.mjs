#!/usr/bin/env node
// node tools/release.mjs check|notes|publish: what a person runs to publish. `check` asks the registry whether the name is free or ours
// and the version new, and looks at the checkout; `notes` prints the changelog's words for this version; `publish` does both, then publishes.
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const [what = "check", ...rest] = process.argv.slice(2)
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
const { name, version } = manifest

if (what === "notes") console.log(notes())
else if (what === "check" || what === "publish") {
  const problems = [...inCheckout(), ...(await inRegistry())]
  for (const problem of problems) console.error(`not ready: ${problem}`)
  if (problems.length > 0) process.exit(1)
  console.log(`${name}@${version} can be published`)
  if (what === "publish") process.exit(run("npm", ["publish", ...rest], { stdio: "inherit" }).status ?? 1)
} else {
  console.error("usage: node tools/release.mjs check|notes|publish")
  process.exit(2)
}

/** The name is asked for at the moment of publishing: what is free today may be somebody's tomorrow. */
async function inRegistry() {
  const registry = run("npm", ["config", "get", "registry"]).stdout.trim()
  const answer = await fetch(new URL(encodeURIComponent(name).replace("%40", "@"), registry)).catch(error => error)
  if (answer instanceof Error) return [`${registry} does not answer (${answer.cause?.code ?? answer.message})`]
  if (answer.status === 404) {
    console.log(`the name ${name} is free at ${registry}`)
    return []
  }
  if (!answer.ok) return [`${registry} answers ${answer.status} for ${name}`]
  const { versions = {}, maintainers = [] } = await answer.json()
  if (version in versions) return [`${name}@${version} is published already`]
  const me = run("npm", ["whoami"]).stdout.trim()
  // A token of continuous integration has no name: then the registry itself refuses what is not ours.
  if (me !== "" && !maintainers.some(one => one.name === me))
    return [`the name ${name} belongs to ${maintainers.map(one => one.name).join(", ") || "somebody else"}: choose another in package.json`]
  console.log(`the name ${name} is ours at ${registry}`)
  return []
}

function inCheckout() {
  const problems = []
  if (run("git", ["status", "--porcelain"]).stdout.trim() !== "") problems.push("the checkout has changes")
  if (notes() === "") problems.push(`CHANGELOG.md says nothing about ${version}`)
  for (const script of ["preinstall", "install", "postinstall"])
    if (manifest.scripts?.[script]) problems.push(`package.json would run "${script}" at everybody who installs`)
  return problems
}

/** The changelog's section of this version; before it has a number, the unreleased one. */
function notes() {
  const sections = readFileSync(join(root, "CHANGELOG.md"), "utf8").split(/^## /m).slice(1)
  const named = title => sections.find(section => section.startsWith(`[${title}]`))
  const section = named(version) ?? named("Unreleased") ?? ""
  return section.slice(section.indexOf("\n") + 1).trim()
}

function run(program, words, options = {}) {
  return spawnSync(program, words, { cwd: root, encoding: "utf8", ...options })
}
