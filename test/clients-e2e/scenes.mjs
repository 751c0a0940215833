// What happens in a run and what must be true afterwards, the same for every client. A scene runs the real program once
// and returns checks {name, ok, detail}; the truth is read from the log, from the model's requests and from the disk.
import { closeSync, existsSync, openSync, readdirSync, readFileSync, statSync, writeSync } from "node:fs"
import { join } from "node:path"
import { check, END, unless } from "./check.mjs"
import { delegatedScripts } from "./delegated.mjs"
import { learnedScripts } from "./learned.mjs"
import { mcpScripts } from "./mcp.mjs"
import { resumedScripts } from "./resumed.mjs"
import { endResidents, mettle, readLog, residentsOf, signalResidents, start, startResident } from "./sandbox.mjs"
import { stuckScripts } from "./stuck.mjs"
import { trialScripts } from "./trial.mjs"

/** A wish of the person that must reach the model, and one that must hold a call once. */
export const MARKER = "quokka-7041"
export const NOTES = [
  `put the word ${MARKER} into every commit message`,
  "never run `git tag`: the release job does that",
]
const TAGGED = "git tag held-once"
export const HELD = "mettle held this call once"
/** Unlike anything in the file: some clients take what is nearly right. */
const NOWHERE = 'throw new RangeError("no such line anywhere in this file")'

export const scriptsFor = (client, sandbox, seen) => {
  const file = client.path?.(sandbox.project, "src/a.ts") ?? join(sandbox.project, "src", "a.ts")
  const step = command => ({ tools: [client.shell(command)] })
  return {
    ...learnedScripts(client),
    ...stuckScripts(client),
    ...delegatedScripts(client),
    ...mcpScripts(client, seen),
    ...trialScripts(client),
    ...resumedScripts(),
    work: [
      { text: "Looking.", ...step("echo hello-there") },
      step("echo out; echo err >&2; exit 3"),
      { tools: [client.write(file, "export const a = 1\n")] },
      { tools: [client.edit(file, NOWHERE, "export const b = 2")] },
      { tools: [client.edit(file, "export const a = 1", "export const a = 2")] },
      step(TAGGED),
      { ...step(TAGGED), asked: () => (seen.taggedAfterHold = isTagged(sandbox)) },
      { text: END },
    ],
    orphan: [
      step("echo before"),
      { ...step("echo after > after-the-resident"), asked: () => killWhenHeard(sandbox, seen) },
      // No model answers at once: a hook without a resident has the second it needs.
      { text: END, asked: () => untilEnded(sandbox, seen.finished + 2, 6_000) },
    ],
    hung: [
      step("echo before"),
      {
        ...step("echo after > after-the-silence"),
        asked: () => (seen.stopped = signalResidents(sandbox.place, "SIGSTOP")),
      },
      { text: END },
    ],
    next: [{ text: END }],
    twice: [step("echo once"), { text: END }],
    damaged: [step("echo one > written-in-spite"), step("cat written-in-spite"), { text: END }],
  }
}

/** Kills the resident, but not in the middle of a hook: what it has taken and not yet written would be gone with it. */
async function killWhenHeard(sandbox, seen) {
  await untilEnded(sandbox, seen.finished + 1, 20_000)
  seen.killed = endResidents(sandbox.place)
}
async function untilEnded(sandbox, calls, limitMs) {
  const ended = () => readLog(sandbox).filter(({ type }) => type === "tool.finished").length >= calls
  for (const limit = Date.now() + limitMs; !ended() && Date.now() < limit; )
    await new Promise(again => setTimeout(again, 100))
}

const isTagged = ({ project }) => existsSync(join(project, ".git", "refs", "tags", "held-once"))
const isThere = ({ project }, name) => existsSync(join(project, name))

export async function work(run) {
  const { client, sandbox, requests, seen } = run
  const prompt = "play:work please bring the small project in order"
  const { done, events } = await play(run, prompt)
  const asked = step => requests.find(r => r.script === "work" && r.step === step)?.text ?? ""
  const of = type => events.filter(event => event.type === type).map(event => event.data)
  const finished = of("tool.finished")
  // By what was asked for, not by when it was heard: some clients tell late.
  const input = new Map(of("tool.called").map(({ call, input: words }) => [call, words ?? ""]))
  const ended = words => finished.find(({ call }) => input.get(call)?.includes(words)) ?? {}
  const said = value => JSON.stringify(value)
  const outcome = ({ ok, exitCode, rejected, cancelled }) => said({ ok, exitCode, rejected, cancelled })
  const written = finished.find(({ call }) => /a = 1/.test(input.get(call)) && !/a = 2/.test(input.get(call))) ?? {}
  const [held, again] = ["rejected", "ok"].map(field => {
    const both = finished.filter(({ call }) => input.get(call)?.includes(TAGGED))
    return both.find(end => end[field] === true) ?? both[0] ?? {}
  })
  const shown = of("pack.built").flatMap(pack => pack.shortlist.filter(card => card.shown))
  const [opened, prompts, checks] = [of("episode.opened"), of("prompt.submitted"), of("check.answered")]
  return [
    normal(done),
    check("notes reached the model", asked(0).includes(MARKER), `${shown.length} cards in packs`),
    check("held command did not run", seen.taggedAfterHold === false, `tag there: ${seen.taggedAfterHold}`),
    check("the model read why", asked(6).includes(HELD), `in the request after it: ${asked(6).includes(HELD)}`),
    check("its repeat ran", isTagged(sandbox), `tag there: ${isTagged(sandbox)}`),
    check(
      "episode opened, headless",
      opened.length === 1 && opened[0].client === client.name && opened[0].interactive === false,
      said(opened.map(({ client: name, interactive }) => ({ client: name, interactive }))),
    ),
    check(
      "prompt recorded, not as the user's",
      prompts.length === 1 && prompts[0].prompt === prompt && prompts[0].author === "harness",
      said(prompts.map(({ author, prompt: text }) => ({ author, text }))),
    ),
    unless(
      client.lacks?.refused,
      check(
        "seven calls, each ended once",
        new Set(of("tool.called").map(({ call }) => call)).size === 7 &&
          finished.length === 7 &&
          new Set(finished.map(({ call }) => call)).size === 7,
        `${of("tool.called").length} called, ${finished.length} finished`,
      ),
    ),
    check(
      "command that worked",
      ended("hello-there").ok === true && ended("hello-there").exitCode === 0,
      outcome(ended("hello-there")),
    ),
    check(
      "command that failed",
      ended("exit 3").ok === false && ended("exit 3").exitCode === 3,
      outcome(ended("exit 3")),
    ),
    check("file written", written.ok === true, outcome(written)),
    unless(
      client.lacks?.refused,
      check(
        "edit refused by the client",
        ended("b = 2").ok === false && !ended("b = 2").cancelled,
        outcome(ended("b = 2")),
      ),
    ),
    check("edit that fitted", ended("a = 2").ok === true, outcome(ended("a = 2"))),
    unless(
      client.lacks?.refused,
      check("held call is no success", held.ok !== true && held.rejected === true, outcome(held)),
    ),
    check("repeat is a success", again.ok === true && again.exitCode === 0, outcome(again)),
    check("hold is in the log", checks.filter(c => c.held).length === 1, said(checks.map(c => c.held))),
    check("turn ended", said(of("turn.ended").map(t => t.reason)) === '["end"]', said(of("turn.ended"))),
    check("episode closed", of("episode.closed").length === 1, said(of("episode.closed"))),
    check("a resident helped", residentsOf(sandbox.place).length === 1, `${residentsOf(sandbox.place).length} running`),
    check("no fault, no key in the log", faults(run, events) === "", faults(run, events) || "none"),
  ]
}

/** The resident dies in the middle: the hooks go their own way and nothing is missing. */
export async function orphan(run) {
  const { sandbox, seen } = run
  seen.finished = readLog(sandbox).filter(({ type }) => type === "tool.finished").length
  const before = readLog(sandbox).length
  const { done } = await play(run, "play:orphan go on")
  const look = () => ({
    late: readTally(sandbox).length,
    ends: readLog(sandbox)
      .slice(before)
      .filter(({ type }) => type === "tool.finished")
      .map(({ data }) => data.ok),
  })
  // A hook on its own may outlive the client that called it.
  for (let tries = 0; tries < 20 && look().ends.length + look().late < 2; tries++)
    await new Promise(again => setTimeout(again, 500))
  const { ends, late } = look()
  return [
    normal(done, "finished, resident killed"),
    check("the resident was killed", seen.killed === 1, `${seen.killed} killed`),
    // On a machine with no time to spare a hook gives up, but never in silence.
    check(
      "its calls are in the log, or counted",
      ends.every(Boolean) && ends.length + late >= 2,
      `${ends} (${late} counted)`,
    ),
    check("the command ran", isThere(sandbox, "after-the-resident"), ""),
  ]
}

/** The resident stops in the middle and answers no more: the hooks give up on it in time. */
export async function hung(run) {
  const { sandbox, seen } = run
  const ready = await startResident(sandbox)
  const done = await start(sandbox, run.command("play:hung go on"), { env: run.env })
  endResidents(sandbox.place)
  return [
    normal(done, "finished, resident hanging"),
    check("the resident was stopped", ready && seen.stopped === 1, `${seen.stopped} stopped`),
    check("the command ran", isThere(sandbox, "after-the-silence"), ""),
  ]
}

/** The store is garbage: the agent must not notice. */
export async function damaged(run) {
  const { sandbox } = run
  endResidents(sandbox.place)
  const hurt = hurtStore(join(sandbox.mettleHome, "data"))
  const done = await start(sandbox, run.command("play:damaged go on"), { env: run.env })
  const status = mettle(sandbox, "status", "--json")
  const counted = readTally(sandbox)
  return [
    normal(done, "finished, store damaged"),
    check("files were damaged", hurt.length > 0, hurt.join(", ")),
    check("the command ran", isThere(sandbox, "written-in-spite"), ""),
    check("mettle says what is wrong", `${status.out}${status.err}`.includes("E_INTEGRITY"), `exit ${status.code}`),
    check("what was lost is counted", counted.length > 0, `${counted.length} lines`),
  ]
}

export const normal = ({ code, late, out, err, ms }, name = "finished as if alone") =>
  check(
    name,
    code === 0 && !late && out.includes(END),
    `exit ${code}${late ? " (too late)" : ""} in ${(ms / 1000).toFixed(1)} s${code === 0 && out.includes(END) ? "" : `: ${`${err}${out}`.trim().slice(-300)}`}`,
  )

/** Runs the client and waits until the log holds its last word; hooks at the end are not waited for by every client. */
export async function play(run, prompt) {
  const { sandbox } = run
  const before = readLog(sandbox).length
  const done = await start(sandbox, run.command(prompt), { env: run.env })
  for (const limit = Date.now() + 15_000; ; ) {
    const events = readLog(sandbox).slice(before)
    if (events.some(({ type }) => type === "episode.closed") || Date.now() > limit) return { done, events }
    await new Promise(again => setTimeout(again, 100))
  }
}

function faults({ sandbox, env }, events) {
  const noted = events.filter(({ type }) => type === "fault.noted").map(({ data }) => `${data.code} ${data.detail}`)
  const keys = Object.entries(env).filter(([name]) => name.endsWith("_KEY"))
  const kept = JSON.stringify(events)
  for (const [name, value] of keys) if (kept.includes(value)) noted.push(`${name} is in the log`)
  return [...noted, ...readTally(sandbox)].join("; ")
}

/** What hooks could not do, one line each. */
function readTally({ mettleHome }) {
  const path = join(mettleHome, "state", "hooks.tally")
  return existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : []
}

/** Overwrites the beginning of every file of the store. */
function hurtStore(dir) {
  const hurt = []
  for (const name of readdirSync(dir)) {
    const path = join(dir, name)
    if (!statSync(path).isFile() || statSync(path).size === 0) continue
    const file = openSync(path, "r+")
    writeSync(file, Buffer.alloc(Math.min(8_192, statSync(path).size), "damage! "), 0)
    closeSync(file)
    hurt.push(name)
  }
  return hurt
}
