// mettle team: share cards and evidence with people who work on the same repositories. Shows what would leave before anything
// does, and says plainly how things stand.
import { userInfo } from "node:os"
import { avoidedCounts } from "../../memory/packs/learned.ts"
import { readScope } from "../../memory/where-and-when.ts"
import {
  agree,
  type HomeOf,
  inTeam,
  joinTeam,
  type Preview,
  previewOf,
  type Standing,
  standingIn,
  syncTeam,
  teamNamed,
} from "../../team/home.ts"
import { leaveTeam } from "../../team/keeper.ts"
import { addressOf, type Membership, partitionsOf, readMemberships, shownUrl } from "../../team/membership.ts"
import type { Synced } from "../../team/sync.ts"
import { remotesOf } from "../../world/repository.ts"
import { act, defineMettleCommand, every, FLAGS, flag, type Running, usage, value, word } from "../command.ts"
import { here, writeMemory } from "../context.ts"
import { confirm } from "../io.ts"
import { clean, type Out } from "../print.ts"
import { ago } from "../say.ts"
import { admit, pair, revoke, serve, serveArgs, serveExamples } from "./team-acts.ts"

const WHAT = [
  ...(["status", "join", "share", "sync"] as const),
  ...(["revoke", "admit", "pair", "leave", "serve"] as const),
] as const
const args = {
  what: act(WHAT, `${WHAT[0]} (default), ${WHAT.slice(1).join(", ")}`),
  subject: word("an address or a git remote, a member, a code"),
  scope: value("scope", "join: repo (default) or domain:<name>; may be repeated"),
  name: value("name", "join: how you are called in the team"),
  team: value("id", "which team, when there are several; serve: its name, may be repeated"),
  keep: flag("leave: let the team keep what you shared"),
  "dry-run": FLAGS["dry-run"],
  yes: FLAGS.yes,
  ...serveArgs,
} as const
type Run = Running<typeof args>

export const command = defineMettleCommand({
  name: "team",
  examples: [
    ["mettle team join origin", "take part with this repository, by its git remote; shows first"],
    ["mettle team share --dry-run", "word for word what would leave now"],
    ["mettle team revoke bob", "as keeper: drop everything a member said"],
    ["mettle team pair 4f1c2-2ab03-9de11-70c4b", "let your own other machine in, by the code that join printed there"],
    ["mettle team leave", "stop, and take back what you shared"],
    ...serveExamples,
  ],
  args,
  run: async running => {
    await ACTS[running.args.what ?? "status"](running)
  },
})

const ofKeeper = (act: typeof admit) => (running: Run) => act(running, () => homeOf(running))
const ACTS: Readonly<Record<(typeof WHAT)[number], (running: Run) => Promise<unknown>>> = {
  status,
  join,
  share,
  sync: syncAll,
  revoke: ofKeeper(revoke),
  admit: ofKeeper(admit),
  pair: ofKeeper(pair),
  leave,
  serve,
}

async function homeOf({ context, out }: Run): Promise<HomeOf> {
  const memory = await writeMemory(context, out)
  return { data: context.paths().data, memory }
}

async function status({ args, out, context }: Run): Promise<void> {
  const { data } = context.paths()
  const teams = readMemberships(data).filter(m => args.team === undefined || m.team.startsWith(args.team))
  if (teams.length === 0) {
    out.result({ teams: [] }, () => {
      out.line("This home shares with nobody. Nothing leaves this computer.")
      out.line("mettle team join <address> takes part in a team; it shows what would be shared first.")
    })
    return
  }
  const memory = await writeMemory(context, out)
  const standing = teams.map(m => standingIn({ data, memory }, m))
  out.result({ teams: standing }, () => {
    for (const team of standing) printStanding(team, out, context.now())
  })
}

const MOST_AVOIDED = 5

function printStanding(s: Standing, out: Out, now: number): void {
  const row = (label: string, text: string) => out.line(`${label.padEnd(9)} ${text}`)
  row("team", `${s.team} at ${s.url}, as ${s.name}~${s.author.slice(0, 6)}`)
  row("scopes", s.scopes.join(", "))
  row("log", s.log === null ? "not begun, or not met yet" : s.log.slice(0, 8))
  if (s.otherLog !== null)
    row(
      "careful",
      `${s.otherLog === "none" ? "an empty log" : `another log, ${s.otherLog.slice(0, 8)},`} stands at this address: nothing is sent or taken. mettle team join <address> takes part in it; mettle team leave --keep leaves`,
    )
  for (const rival of s.rivals.filter(id => id !== s.log))
    row(
      "careful",
      `another beginning, ${rival.slice(0, 8)}, stands in this log and counts for nothing here; mettle team join <address>#${rival.slice(0, 8)} takes it for the true one`,
    )
  row("sharing", s.agreed ? "yes" : "nothing leaves yet: mettle team share shows what would, and asks")
  const who = s.members.map(
    m =>
      `${m.name}~${m.author.slice(0, 6)}${m.keeper ? " (keeper)" : ""}${m.gone ? ` (${m.gone})` : m.waits ? " (waits to be admitted)" : ""}`,
  )
  row("members", who.length === 0 ? "none known yet" : who.join(", "))
  row("known", `${s.cards} shared cards, ${s.episodes} episodes`)
  for (const card of s.avoided.slice(0, MOST_AVOIDED))
    row("avoided", `${card.short} since ${ago(card.since, now)}: ${avoidedCounts(card)}`)
  if (s.avoided.length > MOST_AVOIDED) row("", `and ${s.avoided.length - MOST_AVOIDED} more (--json)`)
  row("synced", s.lastSync === null ? "never" : `${ago(s.lastSync, now)}; ${s.backlog} events since wait`)
  const refused = Object.entries(s.refused)
  if (refused.length > 0) row("refused", refused.map(([why, n]) => `${n} ${why}`).join(", "))
}

async function join(running: Run): Promise<void> {
  const { args, words, out, context } = running
  if (args.subject === undefined) throw usage(command, "join needs an address")
  const place = here(context)
  const asked = every(words, "scope")
  const partitions = partitionsOf((asked.length === 0 ? ["repo"] : asked).map(text => readScope(text, place)))
  const home = await homeOf(running)
  const name = args.name ?? calledHere()
  const url = addressOf(args.subject, remotesOf(context.io.cwd))
  const { membership, durability } = await joinTeam(home, { url, name, partitions })
  if (!durability.ok) out.note(`careful: ${durability.says}`)
  await offer(running, home, membership)
}

/** The login name, as far as it can be a name in a team. */
const calledHere = (): string => {
  try {
    return (
      userInfo()
        .username.toLowerCase()
        .replace(/[^a-z0-9._-]/g, "")
        .replace(/^[._-]+/, "")
        .slice(0, 32) || "me"
    )
  } catch {
    return "me"
  }
}

/** Takes what is there, shows what would leave, asks, and shares only then. */
async function offer(running: Run, home: HomeOf, membership: Membership): Promise<void> {
  const { args, out, context } = running
  const listening = { ...membership, agreedAt: null }
  const dry = args["dry-run"] ?? false
  const taken = dry ? null : await syncTeam(home, listening)
  const preview = await inTeam(home, membership, async parts => previewOf(parts))
  if (!out.json) printPreview(preview, membership, out)
  const agreed =
    !dry &&
    (membership.agreedAt !== null ||
      (await confirm(
        context.io,
        args,
        `Share this with everybody at ${shownUrl(membership.url)}, and what is learned from now on?`,
      )))
  const synced = agreed ? await syncTeam(home, agree(home, membership)) : taken
  out.result({ team: membership.team, scopes: membership.partitions, preview, agreed, synced }, () => {
    if (synced) printSynced(synced, out)
    if (dry) out.line("nothing was sent (--dry-run)")
    else if (!agreed) out.line("nothing was sent; mettle team share asks again")
  })
}

function printPreview(preview: Preview, membership: Membership, out: Out): void {
  out.line(`What would leave for ${shownUrl(membership.url)}, word for word:`)
  for (const card of preview.cards) {
    out.line(`  ${card.kind.replace("_", " ")}: ${clean(card.statement)}`)
    const tags = card.tags.length > 0 ? `; tags: ${card.tags.join(", ")}` : ""
    out.line(out.paint("dim", `    topic: ${clean(card.topic || "none")}${clean(tags)}`))
    for (const quote of card.quotes) out.line(out.paint("dim", `    cites: ${clean(quote)}`))
  }
  out.line(
    `  ${preview.cards.length} cards, ${preview.episodes} episodes (${preview.prompts} prompts: which cards were at hand and how it went, no words), ${preview.withdrawn} withdrawn`,
  )
  out.line("  Never: prompts, replies, tool output beyond the cited words, paths, file contents.")
}

function printSynced(s: Synced, out: Out): void {
  out.line(
    `synced: ${s.sent} sent, ${s.taken} taken; ${s.proposed} new proposals, ${s.archived} put away, ${s.forgotten} forgotten`,
  )
  const refused = Object.entries(s.refused)
  if (refused.length > 0) out.line(`refused: ${refused.map(([why, n]) => `${n} ${why}`).join(", ")}`)
}

async function share(running: Run): Promise<void> {
  const home = await homeOf(running)
  await offer(running, home, teamNamed(home.data, running.args.team))
}

async function syncAll(running: Run): Promise<void> {
  const { args, out, context } = running
  const { data } = context.paths()
  const teams = args.team === undefined ? readMemberships(data) : [teamNamed(data, args.team)]
  if (teams.length === 0) {
    return out.result({ teams: [] }, "This home belongs to no team, so there is nothing to sync.")
  }
  const home = await homeOf(running)
  const done: (Synced & { readonly team: string })[] = []
  for (const team of teams) done.push({ team: team.team, ...(await syncTeam(home, team)) })
  out.result({ teams: done }, () => {
    for (const one of done) printSynced(one, out)
    if (done.some(one => one.waiting > 0)) out.line("nothing leaves yet: mettle team share shows what would, and asks")
  })
}

async function leave(running: Run): Promise<void> {
  const { args, out, context } = running
  const home = await homeOf(running)
  const membership = teamNamed(home.data, args.team)
  const sure = await confirm(
    context.io,
    args,
    args.keep ? "Leave, and let the team keep what you shared?" : "Leave, and take back everything you shared?",
  )
  if (!sure) return out.result({ left: false, erased: 0 }, "nothing was changed")
  const erased = await leaveTeam(home, membership, args.keep ?? false)
  out.result(
    { left: true, erased },
    `left ${shownUrl(membership.url)}; ${erased} of what you shared erased there. Your own memory is as it was.`,
  )
}
