// A person at the client's own screen, in tmux: what is typed there is the user's word, becomes a card, and is before the
// model in the next run. Needs tmux; without it the scene says so and counts nothing.
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { check, END } from "./check.mjs"
import { mettle, mettleJson, readLog, start } from "./sandbox.mjs"

const WISH = "From now on always run the linter before you commit."

export const hasTmux = () => spawnSync("tmux", ["-V"], { stdio: "ignore", timeout: 20_000 }).status === 0

export async function typed(run) {
  const { client, sandbox, requests } = run
  if (!client.screen) return [{ name: "typed at the screen", ok: null, detail: `left out: ${client.lacks.screen}` }]
  if (!hasTmux()) return [{ name: "typed at the screen", ok: null, detail: "left out: tmux is not here" }]
  client.screen.prepare(sandbox)
  const before = readLog(sandbox).length
  const news = () => readLog(sandbox).slice(before)
  const tmux = (...words) =>
    spawnSync("tmux", ["-S", join(sandbox.place, "tmux"), "-f", "/dev/null", ...words], {
      cwd: sandbox.project,
      env: { ...sandbox.env, ...run.env },
      encoding: "utf8",
      timeout: 30_000,
    }).stdout ?? ""
  const sent = () => requests.some(({ text }) => text.includes(WISH))
  const pane = () => tmux("capture-pane", "-p", "-t", "screen")
  try {
    tmux("new-session", "-d", "-s", "screen", "-x", "150", "-y", "50", "--", ...run.program, ...client.screen.words)
    await until(() => client.screen.ready.test(pane()), 120_000)
    tmux("send-keys", "-t", "screen", "-l", WISH)
    await until(() => pane().includes("linter"), 30_000)
    // A key that comes too early is lost on some screens.
    for (let tries = 0; tries < 5 && !sent(); tries++) {
      tmux("send-keys", "-t", "screen", "Enter")
      await until(sent, 8_000)
    }
    await until(() => news().some(({ type }) => type === "turn.ended"), 45_000)
  } finally {
    run.shown = pane()
    tmux("kill-server")
  }
  if (client.screen.closes) await until(() => news().some(({ type }) => type === "episode.closed"), 15_000)
  const events = news()
  const opened = events.filter(({ type }) => type === "episode.opened").map(({ data }) => data.interactive)
  const prompts = events.filter(({ type }) => type === "prompt.submitted").map(({ data }) => data)
  let settled = mettle(sandbox, "settle")
  const found = () => mettleJson(sandbox, "cards").cards.find(({ statement }) => statement?.includes("linter"))
  let card = found()
  // What the client tells last may still be on its way.
  for (let tries = 0; !card && tries < 5; tries++) {
    await new Promise(again => setTimeout(again, 2_000))
    settled = mettle(sandbox, "settle")
    card = found()
  }
  const next = await start(sandbox, run.command("play:next what is there to do"), { env: run.env })
  const told = requests.find(({ script }) => script === "next")?.text ?? ""
  return [
    check("typed: a person sits there", opened.includes(true), JSON.stringify(opened)),
    check(
      "typed: the words are the user's",
      prompts.length === 1 && prompts[0].author === "user" && prompts[0].prompt === WISH,
      prompts.length === 0
        ? lastLines(run.shown)
        : JSON.stringify(prompts.map(({ author, prompt }) => ({ author, prompt }))),
    ),
    ...(client.screen.closes
      ? [
          check(
            "typed: closed with its screen",
            events.some(({ type }) => type === "episode.closed"),
            "",
          ),
        ]
      : []),
    check(
      "typed: a card after settle",
      settled.code === 0 && card,
      card ? `${card.kind}: ${card.statement}` : `none; ${whyNot(sandbox, settled)}`,
    ),
    check(
      "typed: the next run is told",
      next.out.includes(END) && told.includes("run the linter before you commit"),
      `exit ${next.code}`,
    ),
  ]
}

/** What became of the message, where no card did. */
const whyNot = (sandbox, { code, out, err }) =>
  [
    `settle ${code}: ${lastLines(out + err)}`,
    lastLines(mettle(sandbox, "review", "ledger", "--messages").out),
    JSON.stringify(readLog(sandbox).slice(-12)).slice(0, 3000),
  ].join(" || ")
const lastLines = text => text.trimEnd().split("\n").slice(-8).join(" | ").slice(0, 500)

async function until(holds, limitMs) {
  for (const limit = Date.now() + limitMs; !holds() && Date.now() < limit; )
    await new Promise(again => setTimeout(again, 400))
}
