// Card: why do you believe this? The statement at the left; at the right the transcript it comes from, with the exact words
// marked; below, what it is worth, when it was shown, whether it was followed, its versions.

import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import type { CardPage, EvidenceJson } from "../../http/schemas.ts"
import { count, cut, exact, nameOf, plain, share, when } from "../numbers.ts"
import { CardActs } from "../parts/card-acts.tsx"
import { Page, Panel, PanelOf } from "../parts/page.tsx"
import { CardChips, CardLink, More, worth } from "../parts/rows.tsx"
import { Button, Chip, StageChip, VerdictChip } from "../parts/small.tsx"
import { EvidenceView, WHOSE } from "../parts/transcript.tsx"
import { Why } from "../parts/why.tsx"
import { Link, useAddress } from "../router.tsx"
import { useData } from "../use-data.ts"

export function CardPlace({ id }: { readonly id: string }) {
  const without = useAddress().query.get("without")
  const twin = `/cards/${encodeURIComponent(id)}.json${without === null ? "" : `?without=${encodeURIComponent(without)}`}`
  const page = useData<CardPage>(twin, /card|pack|feedback|forgotten|undone|note|turn|episode/)
  const { data } = page
  return (
    <Page
      title={data ? cut(data.card.statement ?? "(forgotten)", TITLE) : "Card"}
      question={data ? <Facts card={data.card} /> : undefined}
      of={page}
    >
      {data => (
        <div class="grid">
          <div class="stack">
            <section class="panel stack">
              {data.card.statement !== null && data.card.statement.length > TITLE && (
                <p class="lead words">{data.card.statement}</p>
              )}
              <Worth page={data} />
              <CardActs card={data.card} onDone={page.reload} />
            </section>
            <Why why={data.why} />
            <Adherence page={data} />
            <Shown page={data} />
            <Lineage page={data} />
            <div class="panel">
              <More
                what="What was decided"
                rows={data.ledger}
                columns={[
                  { head: "when", cell: row => exact(row.at) },
                  { head: "act", cell: row => row.act },
                  { head: "because", cell: row => row.because },
                ]}
              />
            </div>
          </div>
          <Sources evidence={data.evidence} />
        </div>
      )}
    </Page>
  )
}

const TITLE = 120

const Facts = ({ card }: { readonly card: CardPage["card"] }) => (
  <span class="row small">
    <Chip title="its id, for commands">{card.short}</Chip>
    <CardChips card={card} />
    <span>
      since {when(card.born)}, by {nameOf(card.proposer)}
    </span>
  </span>
)

const said = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .filter(([, n]) => n > 0)
    .map(([kind, n]) => `${WHOSE[kind as keyof typeof WHOSE] ?? plain(kind)} (${n})`)
    .join(", ")

function Worth({ page: { card, truth, held, ledger } }: { readonly page: CardPage }) {
  const facts: readonly (readonly [string, ComponentChildren])[] = [
    ["worth", worth(card)],
    ["shown", count(card.shown, "time")],
    ["held", held > 0 && count(held, "call")],
    ["stands on", said(truth.support) || "nothing yet"],
    ["against it", said(truth.contradiction)],
    ["decided last", ledger.at(-1)?.because ?? card.because],
  ]
  return (
    <dl class="facts">
      {facts
        .filter(([, fact]) => fact)
        .map(([name, fact]) => [<dt key={name}>{name}</dt>, <dd key={`${name} is`}>{fact}</dd>])}
    </dl>
  )
}

function Sources({ evidence }: { readonly evidence: readonly EvidenceJson[] }) {
  const [all, setAll] = useState(false)
  const shown = all ? evidence : evidence.slice(0, 3)
  return (
    <Panel stack title="Where it comes from">
      {evidence.length === 0 && <p class="small dim">No evidence is kept for it.</p>}
      {shown.map(item => (
        <EvidenceView key={`${item.event}${item.start}${item.end}`} evidence={item} />
      ))}
      {evidence.length > shown.length && (
        <Button onClick={() => setAll(true)}>{count(evidence.length - shown.length, "more source")}</Button>
      )}
    </Panel>
  )
}

function Shown({ page: { exposures, shownIn } }: { readonly page: CardPage }) {
  const { episodes, judged, succeeded } = shownIn
  return (
    <Panel title="Shown to an agent">
      <p class="small dim">
        {episodes === 0
          ? "Not yet."
          : judged === 0
            ? `In ${count(episodes, "episode")}, none judged.`
            : `In ${count(episodes, "episode")}; of those judged, ${share(succeeded, judged)} succeeded.`}
      </p>
      <More
        what="each time"
        rows={exposures.toReversed()}
        columns={[
          { head: "when", cell: ({ at, episode }) => <When at={at} episode={episode} /> },
          { head: "how it went", cell: e => e.verdict !== null && <VerdictChip verdict={e.verdict} /> },
          { head: "where", cell: e => `${plain(e.placement)}, ${plain(e.channel)}` },
          { head: "commits", cell: e => e.commits.map(c => c.slice(0, 8)).join(" ") },
        ]}
      />
    </Panel>
  )
}

const Lineage = ({ page: { lineage } }: { readonly page: CardPage }) => (
  <PanelOf title="Versions" of={lineage.length < 2 ? [] : lineage}>
    {version => (
      <>
        <div class="row small">
          <span class="dim">{when(version.born)}</span>
          <StageChip stage={version.stage} />
          {version.current && <Chip tone="accent">this one</Chip>}
        </div>
        {version.current ? (
          <span class="words">{version.statement ?? "(forgotten)"}</span>
        ) : (
          <CardLink card={version} />
        )}
      </>
    )}
  </PanelOf>
)

function Adherence({ page: { adherence } }: { readonly page: CardPage }) {
  if (adherence === null) return null
  return (
    <Panel title="Was it followed?">
      <p>
        {adherence.told === 0
          ? "No episode yet in which it applied."
          : `Followed in ${share(adherence.followed, adherence.told)}.`}
      </p>
      {adherence.broken && (
        <p class="small">
          <span class="is-bad">✗ last broken</span> {when(adherence.broken.at)}, in{" "}
          <Link to={`/episode/${adherence.broken.episode}`}>this episode</Link>
        </p>
      )}
      <More
        what="by episode"
        rows={adherence.episodes}
        columns={[
          { head: "when", cell: When },
          { head: "followed?", cell: row => plain(row.adherence) },
          { head: "because", cell: row => row.because },
        ]}
      />
    </Panel>
  )
}

const When = ({ at, episode }: { readonly at: string; readonly episode: string | null }) =>
  episode === null ? <span>{exact(at)}</span> : <Link to={`/episode/${episode}`}>{exact(at)}</Link>
