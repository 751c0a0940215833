// look: past sessions of a repository, lived again in RAM and put into one report, masked for sharing. Reads only; the
// terminal page, the shared file and the JSON all come from what is returned here.

import { basename } from "node:path"
import type { World } from "../../clients/client.ts"
import { CLIENTS } from "../../clients/registry.ts"
import type { Draft } from "../../core/events/draft.ts"
import { type LookReport, mapTexts, shareable } from "../../core/look/report.ts"
import { provableLines, rotOf } from "../../core/look/rot.ts"
import { DAY } from "../../core/time.ts"
import { readRepository, workingCopies } from "../../world/repository.ts"
import { ruleFiles, standsIn } from "../../world/rule-files.ts"
import type { Memory } from "../memory.ts"
import { heardIn } from "./backfill.ts"
import { bounded, hindsight, inTime } from "./hindsight.ts"
import { lookBack } from "./look-back.ts"
import { pastSessionsOf } from "./past-sessions.ts"

export {
  type AgainLine,
  againText,
  countVerdict,
  groupWarnings,
  type LookReport,
  minutesOf,
  per100,
  whatNext,
  worthDoing,
} from "../../core/look/report.ts"
export { WARNING_VERDICTS } from "../../core/look/verdicts.ts"

interface LookAsked {
  readonly folder: string
  readonly home: string
  readonly env: World["env"]
  readonly days: number
  /** episodes that were to stay unseen */
  readonly unseen: ReadonlySet<string>
  readonly client: string | null
  readonly now: number
  readonly engine: string
  readonly signal: AbortSignal
  /** what this computer remembers */
  readonly known: Memory
  /** an agent here has our hooks */
  readonly installed: boolean
  /** one more session was read */
  readonly read: () => void
  /** so many more events were lived again */
  readonly lived: (events: number) => void
}

export async function look(asked: LookAsked): Promise<LookReport> {
  const { home, env, now } = asked
  // Without our cache folder: a look leaves nothing behind, not even that.
  const repository = readRepository(asked.folder)
  const scope = repository.identity.id
  const since = now - asked.days * DAY
  const found = pastSessionsOf({ home, env, top: repository.top, client: asked.client, since })
  const sessions: (readonly Draft[])[] = []
  const clients: Record<string, number> = {}
  for (const session of found.sessions) {
    asked.signal.throwIfAborted()
    const drafts = [...heardIn(session, { scopeOf: () => scope, now, env, unseen: asked.unseen })].flatMap(heard =>
      heard.drafts.map(draft => ({ ...bounded(draft), scope })),
    )
    asked.read()
    sessions.push(drafts)
    if (drafts.some(d => d.type === "prompt.submitted")) clients[session.client] = (clients[session.client] ?? 0) + 1
  }
  const drafts = inTime(sessions)
  let done = 0
  const past = await hindsight(drafts, {
    scope,
    engine: asked.engine,
    signal: asked.signal,
    progress: at => {
      asked.lived(at - done)
      done = at
    },
  })
  const { acts, repeatedCalls: _, ...back } = lookBack(past, scope, asked.known)
  const files = ruleFiles(repository.top, home, memoryFolders(asked, repository.top))
  const report: LookReport = {
    repo: basename((repository.origin ?? repository.top).replace(/\.git$/, "")),
    days: asked.days,
    firstAt: drafts[0]?.ts ?? null,
    lastAt: drafts[drafts.length - 1]?.ts ?? null,
    sessions: Object.values(clients).reduce((a, b) => a + b, 0),
    clients,
    prompts: drafts.filter(d => d.type === "prompt.submitted" && d.data.author === "user").length,
    installed: asked.installed,
    left: found.left,
    masked: Object.values(past.masked).reduce((a, b) => a + b, 0),
    ...back,
    files: files.map(file => ({ path: file.path, bytes: Buffer.byteLength(file.text) })),
    rules: provableLines(files, acts),
    rot: rotOf(files, standsIn(repository.top)),
  }
  return mapTexts(report, shareable(home, repository.top))
}

/** Where clients keep notes of their own about this repository. */
const memoryFolders = ({ home, env }: LookAsked, top: string): readonly string[] =>
  workingCopies(top).flatMap(dir =>
    CLIENTS.flatMap(({ transcripts }) => {
      const folder = transcripts?.folder
      return transcripts && folder ? transcripts.roots(home, env).map(root => `${root}/${folder(dir)}/memory`) : []
    }),
  )
