// Ledger: what was let in, and why not? Every suggestion with what became of it; what was refused can be let in on one's own word.

import type { LedgerLine, LedgerPage } from "../../http/schemas.ts"
import { perform } from "../acts.ts"
import { plain, when } from "../numbers.ts"
import { Button } from "../parts/button.tsx"
import { Chip, type Tone } from "../parts/chip.tsx"
import { Empty } from "../parts/empty.tsx"
import { Page } from "../parts/page.tsx"
import { Choices, List } from "../parts/rows.tsx"
import { Link, setQuery, usePlace } from "../router.tsx"
import { usePaged } from "../use-data.ts"

const ACTS: Readonly<Record<LedgerLine["act"], Tone>> = {
  admitted: "good",
  merged: "accent",
  superseded: "mixed",
  archived: "mixed",
  refused: "bad",
  moved: "none",
  user: "none",
}
const actWord = (act: string): string => (act === "user" ? "by you" : act)

export function LedgerPlace() {
  const { query } = usePlace()
  const asked = new URLSearchParams({ limit: "100" })
  for (const key of ["episode", "act"]) {
    const value = query.get(key)
    if (value !== null) asked.set(key, value)
  }
  const path = `/ledger.json?${asked}`
  const paged = usePaged<LedgerPage, LedgerLine>(path, page => page.lines, /card|feedback|undone|episode/)
  return (
    <Page of={paged}>
      {data => (
        <>
          {query.has("episode") && (
            <button type="button" class="chip" aria-pressed="true" onClick={() => setQuery({ episode: null })}>
              one episode ×
            </button>
          )}
          <Choices
            name="act"
            of={Object.keys(ACTS)
              .filter(act => (data.byAct[act] ?? 0) > 0)
              .map(act => ({ value: act, label: actWord(act), count: data.byAct[act] ?? 0 }))}
          />
          {data.total === 0 ? (
            <Empty command="mettle look">
              {data.empty} For example: “refused: Never rebase a shared branch, since a document says it, not you”.
            </Empty>
          ) : (
            <List of={paged} total={data.total}>
              {paged.rows.map(line => (
                <Row
                  key={`${line.seq}${line.card ?? ""}${line.act}${line.proposal ?? ""}`}
                  line={line}
                  onDone={paged.reload}
                />
              ))}
            </List>
          )}
        </>
      )}
    </Page>
  )
}

function Row({ line, onDone }: { readonly line: LedgerLine; readonly onDone: () => void }) {
  const words = line.statement ?? line.cardShort ?? "(forgotten)"
  const admit = () =>
    void perform(
      `/api/ledger/${encodeURIComponent(line.proposal ?? "")}/admit`,
      {},
      { said: "Let in on your word.", undoable: true, done: onDone },
    )
  return (
    <li>
      <div class="row">
        <Chip tone={ACTS[line.act]}>{actWord(line.act)}</Chip>
        <span class="words grow">
          {line.card === null ? (
            words
          ) : (
            <Link to={`/card/${line.card}`} data-row>
              {words}
            </Link>
          )}
        </span>
        {line.act === "refused" && line.proposal !== null && line.statement !== null && (
          <Button onClick={admit}>Let it in</Button>
        )}
      </div>
      <p class="small dim">
        {line.because} · {line.kind === null ? "" : `${plain(line.kind)} · `}
        {when(line.at)}
        {line.episode !== null && (
          <>
            {" · "}
            <Link to={`/episode/${line.episode}`}>{line.episodeShort ?? "episode"}</Link>
          </>
        )}
      </p>
    </li>
  )
}
