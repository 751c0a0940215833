// What the agent sees: type a prompt and the cards for it are chosen anew; nothing is recorded. What was left out is as visible as
// what goes in.
import { useEffect, useState } from "preact/hooks"
import type { PackPage } from "../../http/schemas.ts"
import { count, plain, whole } from "../numbers.ts"
import { type Fill, Stacked } from "../parts/bar.tsx"
import { Empty } from "../parts/empty.tsx"
import { Page, Panel } from "../parts/page.tsx"
import { CardLink } from "../parts/rows.tsx"
import { Table } from "../parts/table.tsx"
import { setQuery, useAddress } from "../router.tsx"
import { useData, useLater } from "../use-data.ts"

type Slot = PackPage["items"][number]["slot"]
/** What the cards of a slot are to a reader. */
const SLOTS: Readonly<Record<Slot, { readonly word: string; readonly fill: Fill }>> = {
  norms: { word: "wish", fill: "accent" },
  negatives: { word: "what failed", fill: "bad" },
  tactics: { word: "what worked", fill: "green" },
  facts: { word: "fact", fill: "gold" },
}

export function PackPlace() {
  const { query } = useAddress()
  const [prompt, setPrompt] = useState(query.get("prompt") ?? "")
  const [tokens, setTokens] = useState<number | null>(null)
  const settled = useLater(prompt, 180)
  useEffect(() => setQuery({ prompt: settled }), [settled])
  const body = { prompt: settled, ...(tokens === null ? {} : { tokens }) }
  const page = useData<PackPage>("/pack.json", /card|undone|forgotten/, body)
  return (
    <Page
      of={page}
      above={
        <div class="row">
          <textarea
            class="field grow"
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
              value={tokens ?? page.data?.budget ?? ""}
              onInput={event => setTokens(event.currentTarget.value === "" ? null : Number(event.currentTarget.value))}
            />
          </label>
        </div>
      }
    >
      {data => <Preview page={data} />}
    </Page>
  )
}

function Preview({ page }: { readonly page: PackPage }) {
  const { items, leftOut, tokens, budget, intent, scope, text } = page
  if (items.length === 0 && leftOut.length === 0) return <Empty command="mettle look">{page.empty}</Empty>
  return (
    <>
      <section class="panel stack" data-given>
        <div class="row spread">
          <h2>
            {whole(tokens)} of {whole(budget)} tokens
          </h2>
          <span class="small dim">
            {count(items.length, "card")} · {scope.label}
            {intent !== null && ` · read as: ${plain(intent)}`}
          </span>
        </div>
        <Stacked
          parts={items.map(item => ({
            n: item.tokens,
            fill: SLOTS[item.slot].fill,
            title: `${item.statement ?? item.short}: ${item.tokens} tokens`,
          }))}
          most={Math.max(budget, tokens)}
        />
        <Table
          rows={items}
          columns={[
            { head: "as", cell: ({ slot }) => <b class={`is-${SLOTS[slot].fill}`}>{SLOTS[slot].word}</b> },
            {
              head: "card",
              cell: item => <CardLink card={item} />,
            },
            { head: "why", cell: item => (item.pinned ? `pinned; ${item.why}` : item.why) },
            { head: "tokens", num: true, cell: item => item.tokens },
          ]}
        />
        <details>
          <summary>the exact text ({count(text.length, "character")})</summary>
          <pre class="words">{text === "" ? "(nothing)" : text}</pre>
          <p class="small dim">{page.because}</p>
        </details>
      </section>
      <LeftOut groups={leftOut} />
    </>
  )
}

function LeftOut({ groups }: { readonly groups: PackPage["leftOut"] }) {
  const all = groups.reduce((sum, group) => sum + group.count, 0)
  return (
    <Panel title={`Left out: ${count(all, "card")}`}>
      {groups.map((group, i) => (
        <details key={group.reason} open={i === 0 && group.count <= 8}>
          <summary>
            {group.reason}: {whole(group.count)}
          </summary>
          <ul class="small">
            {group.cards.map(card => (
              <li key={card.id}>
                <span class="dim">{SLOTS[card.slot].word}</span> <CardLink card={card} />
              </li>
            ))}
            {group.count > group.cards.length && (
              <li class="dim">and {whole(group.count - group.cards.length)} more</li>
            )}
          </ul>
        </details>
      ))}
    </Panel>
  )
}
