// A shared log on a ref of a git remote that people already have: sealed segments that are only ever added (git-remote.ts), each
// envelope with words under a key of its own that erasing destroys (git-seal.ts). Everything is fetched whole and kept here, and
// numbered by arrival as in a folder, so a remote that rewrites its history changes nothing that was read.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { isAbsolute, join } from "node:path"
import { fileURLToPath } from "node:url"
import { MettleError } from "../../core/errors.ts"
import type { Engine, EngineOptions, SharedLog } from "../shared-log.ts"
import { TEAM } from "./fit.ts"
import { SEAL, sealedLog, sealName, sealsThere, TIMEOUT } from "./git-log.ts"
import { type Heap, heapOf } from "./git-remote.ts"
import {
  answered,
  forgetKnock,
  knock,
  newSeal,
  readSeal,
  type Seal,
  sealFrom,
  shownCode,
  writeSeal,
} from "./git-seal.ts"

const EXAMPLE = "git+ssh://git@host/team/memory.git"
const REF = /^refs\/(?:heads|mettle)\/[A-Za-z0-9][A-Za-z0-9._/-]{0,99}$/

export const gitEngine: Engine = {
  name: "git",
  example: EXAMPLE,
  matches: url => url.startsWith("git+"),
  open: async (url, options = {}) => (await sharedLogOn(url, options)).log,
}

/** The log, and how many connections to the remote it took so far. */
export async function sharedLogOn(
  url: string,
  options: EngineOptions,
): Promise<{ readonly log: SharedLog; readonly trips: () => number }> {
  const { remote, ref } = addressOf(url)
  const made = options.state === undefined ? mkdtempSync(join(tmpdir(), "mettle-git-")) : null
  const state = options.state ?? made!
  mkdirSync(state, { recursive: true, mode: 0o700 })
  const { timeoutMs = TIMEOUT, retries = 3 } = options
  const heap = heapOf({ url: remote, ref, state, timeoutMs, retries })
  await heap.fetch()
  const seal = readSeal(join(state, SEAL)) ?? (await sealOf(heap, state, options))
  const done = () => made !== null && rmSync(made, { recursive: true, force: true })
  return { log: sealedLog(heap, state, seal, options, done), trips: heap.trips }
}

const KNOCK = "knock.pem"

function addressOf(url: string): { readonly remote: string; readonly ref: string } {
  const wrong = (why: string): MettleError =>
    new MettleError("E_CONFIG", `the remote's address cannot be used: ${why}`, { hint: `like ${EXAMPLE}` })
  let parsed: URL
  try {
    parsed = new URL(url)
  } catch {
    throw wrong("it is no address")
  }
  const scheme = /^git\+(ssh|https?|file):$/.exec(parsed.protocol)?.[1]
  if (scheme === undefined) throw wrong("git+ssh, git+https or git+file come first")
  const team = parsed.searchParams.get("team") ?? "memory"
  if (!TEAM.test(team)) throw wrong("a team's name has at most 40 characters of a-z, 0-9, - and _")
  const ref = parsed.searchParams.get("ref") ?? `refs/mettle/${team}`
  if (!REF.test(ref) || ref.includes("..") || ref.includes("//") || /\.lock(?:\/|$)|[./]$/.test(ref))
    throw wrong("a ref looks like refs/heads/mettle")
  const place = url.replace(/[?#].*$/s, "").slice("git+".length)
  const remote = scheme === "file" ? fileURLToPath(place) : place
  if (scheme === "file" && !isAbsolute(remote)) throw wrong("a path is absolute")
  return { remote, ref }
}

/** The seal of a log that this machine begins, or that it was let into; refused while it waits at the door. */
async function sealOf(heap: Heap, state: string, options: EngineOptions): Promise<Seal> {
  const file = join(state, KNOCK)
  if (sealsThere(heap).length === 0) {
    const seal = newSeal()
    writeSeal(join(state, SEAL), seal)
    heap.add(sealName(seal), "mettle\n")
    let late = false
    await heap
      .push(() => {
        late = sealsThere(heap).some(name => name !== sealName(seal))
        if (late) throw new MettleError("E_LOCKED", "somebody else began this log meanwhile")
      })
      .catch(error => {
        // Not begun: nothing of it may stay, or it would be pushed later.
        for (const path of [join(state, SEAL), heap.path(sealName(seal))]) rmSync(path, { force: true })
        if (!late) throw error
      })
    if (!late) return seal
  }
  const found = answered(heap, file)
  if (found !== null) {
    const seal = sealFrom(found.seal)
    if (!heap.has(sealName(seal)))
      throw new MettleError("E_INTEGRITY", "the answer at the door belongs to another log", {
        still: "everything local works; nothing is shared",
        hint: "mettle team leave --keep, then join again and compare codes",
      })
    // The gift first: broken off in between, the answer is read again.
    if (found.gift !== "") options.received?.(found.gift)
    writeSeal(join(state, SEAL), seal)
    forgetKnock(file)
    return seal
  }
  const code = knock(heap, file)
  await heap.push()
  throw new MettleError("E_LOCKED", `this machine waits to be let in; its code is ${shownCode(code)}`, {
    still: "everything local works; nothing is shared",
    hint: `on a machine that is in: mettle team pair ${shownCode(code)} if it is yours too, mettle team admit ${shownCode(code)} for a teammate; then mettle team sync here`,
  })
}
