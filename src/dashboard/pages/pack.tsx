// Pack preview: what will the agent see? Type a prompt and it repacks; nothing is recorded. What was left out is as visible as
// what went in.
import { useEffect, useState } from "preact/hooks"
import type { CardActed, PackPage } from "../../http/schemas.ts"
import { perform } from "../acts.ts"
import { ask } from "../api.ts"
import { SLOT_FILL, TokenRuler } from "../charts/token-ruler.tsx"
import { hearFeed } from "../feed.ts"
import { count, plain, whole } from "../numbers.ts"
import { Empty, Problem } from "../parts/empty.tsx"
import { Page } from "../parts/page.tsx"
import { Picture } from "../parts/picture.tsx"
import { ScopeDialog } from "../parts/scope-dialog.tsx"
import { Link, setQuery, usePlace } from "../router.tsx"
import { useLater } from "../use-data.ts"

export function PackPlace() {
  const { query } = usePlace()
  const [prompt, setPrompt] = useState(query.get("prompt") ?? "")
  const [tokens, setTokens] = useState<number | null>(null)
  const settled = useLater(prompt, 180)
  const body = { prompt: settled, ...(tokens === null ? {} : { tokens }) }
  const { page, error, again } = usePack(settled, tokens)
  useEffect(() => setQuery({ prompt: settled }), [settled])
  return (
    <Page twin="/pack.json" body={body} command={page?.command ?? "mettle pack --why"}>
      <div class="row top">
        <textarea
          class="field"
          style="flex: 1 1 24rem"
          rows={2}
          aria-label="A prompt"
          placeholder="Type a prompt, as you would to the agent. Empty: the start of a session."
          value={prompt}
          onInput={event => setPrompt(event.currentTarget.value)}
        />
        <label class="small dim" style="width: 9rem">
          token budget
          <input
            class="field"
            type="number"
            min={0}
            max={2400}
            step={100}
            value={tokens ?? page?.budget ?? ""}
            onInput={event => setTokens(event.currentTarget.value === "" ? null : Number(event.currentTarget.value))}
          />
        </label>
      </div>
      {error && <Problem error={error} />}
      {page && <Preview page={page} onDone={again} />}
      {!page && !error && <p class="waiting">Packing …</p>}
    </Page>
  )
}

function usePack(prompt: string, tokens: number | null) {
  const [page, setPage] = useState<PackPage | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    ask<PackPage>("/pack.json", { body: { prompt, ...(tokens === null ? {} : { tokens }) }, signal: stop.signal })
      .then(answer => {
        setPage(answer)
        setError(null)
      })
      .catch((reason: Error) => {
        if (!stop.signal.aborted) setError(reason)
      })
    return () => stop.abort()
  }, [prompt, tokens, turn])
  const again = () => setTurn(n => n + 1)
  useEffect(() => hearFeed(types => [...types].some(type => /card|undone|forgotten/.test(type)) && again()), [])
  return { page, error, again }
}

function Preview({ page, onDone }: { readonly page: PackPage; readonly onDone: () => void }) {
  if (page.items.length === 0 && page.leftOut.length === 0)
    return <Empty command="mettle look">{page.empty ?? "No card applies here yet, so nothing would be said."}</Empty>
  return (
    <>
      <section class="panel">
        <Picture
          title={`${whole(page.tokens)} of ${whole(page.budget)} tokens`}
          says={`${count(page.items.length, "card")} · ${page.scope.label}${page.intent === null ? "" : ` · read as: ${plain(page.intent)}`}`}
          rows={page.items}
          columns={[
            { head: "slot", cell: item => item.slot },
            { head: "card", cell: item => <Link to={`/card/${item.id}`}>{item.statement ?? item.short}</Link> },
            { head: "tokens", num: true, cell: item => item.tokens },
            { head: "why", cell: item => item.why },
            { head: "chance", num: true, cell: item => item.chance.toFixed(2) },
          ]}
        >
          <TokenRuler
            tokens={page.tokens}
            budget={page.budget}
            parts={page.items.map(item => ({
              label: item.statement ?? item.short,
              tokens: item.tokens,
              fill: SLOT_FILL[item.slot] ?? "none",
            }))}
          />
        </Picture>
      </section>
      <div class="pack-columns">
        {page.slots.map(slot => (
          <Slot key={slot.slot} slot={slot} page={page} onDone={onDone} />
        ))}
      </div>
      <LeftOut page={page} />
      <details class="panel">
        <summary>the exact text ({count(page.text.length, "character")})</summary>
        <pre class="words">{page.text === "" ? "(nothing)" : page.text}</pre>
        <p class="small dim">{page.because}</p>
      </details>
    </>
  )
}

function Slot({ slot, page, onDone }: { slot: PackPage["slots"][number]; page: PackPage; onDone: () => void }) {
  const items = page.items.filter(item => item.slot === slot.slot)
  const pin = (item: PackPage["items"][number]) =>
    void perform<CardActed>(
      `/api/cards/${item.id}/${item.pinned ? "unpin" : "pin"}`,
      {},
      {
        said: item.pinned ? "Unpinned." : "Pinned: always shown here.",
        undoable: true,
        done: onDone,
      },
    )
  const [moving, setMoving] = useState<PackPage["items"][number] | null>(null)
  return (
    <section aria-label={slot.slot}>
      <div class="row spread">
        <h2 style={`color: var(--${SLOT_FILL[slot.slot] ?? "ink"})`}>{slot.slot}</h2>
        <span class="small dim num">
          {slot.used} of {slot.cap} · {slot.tokens} tokens
        </span>
      </div>
      <ul>
        {items.map(item => (
          <li key={item.id}>
            <Link to={`/card/${item.id}`} data-row class="words">
              {item.statement ?? item.short}
            </Link>
            <div class="row small dim">
              <span>
                {item.tokens} tokens · {item.why}
              </span>
              <button
                type="button"
                class="chip"
                onClick={() => setMoving(item)}
                aria-label={`scope: ${item.scope.label}, move`}
              >
                {item.scope.label}
              </button>
              <button type="button" class="button plain" onClick={() => pin(item)}>
                {item.pinned ? "unpin" : "pin"}
              </button>
            </div>
          </li>
        ))}
        {items.length === 0 && <li class="dim small">none</li>}
      </ul>
      {moving && (
        <ScopeDialog
          scope={moving.scope}
          onClose={() => setMoving(null)}
          onSend={(how, scope) =>
            void perform<CardActed>(
              `/api/cards/${moving.id}/${how}`,
              { scope },
              { said: "Moved.", undoable: true, done: onDone },
            )
          }
        />
      )}
    </section>
  )
}

function LeftOut({ page }: { readonly page: PackPage }) {
  const total = page.leftOut.reduce((sum, group) => sum + group.count, 0)
  return (
    <section class="panel">
      <h2>Left out: {count(total, "card")}</h2>
      {page.leftOut.length === 0 && <p class="small dim">Nothing that applies was left out.</p>}
      {page.leftOut.map((group, i) => (
        <details key={group.reason} open={i === 0 && group.count <= 8}>
          <summary>
            {group.reason}: {whole(group.count)}
          </summary>
          <ul class="small">
            {group.cards.map(card => (
              <li key={card.id} style="padding: 0.15rem 0">
                <span class="dim">{card.slot}</span>{" "}
                <Link to={`/card/${card.id}`} class="words">
                  {card.statement ?? card.short}
                </Link>
              </li>
            ))}
            {group.count > group.cards.length && (
              <li class="dim">and {whole(group.count - group.cards.length)} more</li>
            )}
          </ul>
        </details>
      ))}
    </section>
  )
}
