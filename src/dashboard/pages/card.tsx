// Card: why do you believe this? The statement at the left; at the right the transcript it comes from, with the exact words
// marked; below, its versions and when it was shown.
import { useState } from "preact/hooks"
import type { CardPage, EvidenceJson } from "../../http/schemas.ts"
import { shapeOf, TimeDots, VerdictLegend } from "../charts/time-dots.tsx"
import { count, exact, nameOf, plain, share, when } from "../numbers.ts"
import { CardActs } from "../parts/card-acts.tsx"
import { Chip, StageChip, verdictTone } from "../parts/chip.tsx"
import { Answer } from "../parts/empty.tsx"
import { EvidenceView, WHOSE } from "../parts/evidence-view.tsx"
import { Page } from "../parts/page.tsx"
import { Picture } from "../parts/picture.tsx"
import { worth } from "../parts/rows.tsx"
import { Table } from "../parts/table.tsx"
import { Link } from "../router.tsx"
import { useData } from "../use-data.ts"

export function CardPlace({ id }: { readonly id: string }) {
  const twin = `/cards/${encodeURIComponent(id)}.json`
  const page = useData<CardPage>(twin, /card|pack|feedback|forgotten|undone|note/)
  const { data } = page
  return (
    <Page
      title={data ? titleOf(data.card) : "Card"}
      question={data ? <Facts card={data.card} /> : "Why do you believe this?"}
      twin={twin}
      command={data?.command ?? `mettle card ${id}`}
    >
      <Answer of={page}>
        {data => (
          <>
            <div class="two">
              <div class="stack">
                <section class="panel stack">
                  {isLong(data.card) && (
                    <p class="lead words" data-statement>
                      {data.card.statement}
                    </p>
                  )}
                  <Worth page={data} />
                  <CardActs card={data.card} onDone={page.reload} />
                </section>
                <Exposures page={data} />
                <Lineage page={data} />
                <Adherence page={data} />
                <Ledger page={data} />
              </div>
              <Sources evidence={data.evidence} />
            </div>
          </>
        )}
      </Answer>
    </Page>
  )
}

const TITLE = 120
const isLong = ({ statement }: CardPage["card"]): boolean => (statement?.length ?? 0) > TITLE
const titleOf = ({ statement }: CardPage["card"]): string => {
  const words = statement ?? "(forgotten)"
  return words.length <= TITLE ? words : `${words.slice(0, TITLE - 1)}…`
}

const Facts = ({ card }: { readonly card: CardPage["card"] }) => (
  <span class="row small">
    <Chip title="its id, for commands">{card.short}</Chip>
    <Chip>{plain(card.kind)}</Chip>
    <StageChip stage={card.stage} />
    <Chip title="scope">{card.scope.label}</Chip>
    {card.pinned && <Chip tone="accent">pinned</Chip>}
    {card.confirmed && <Chip tone="accent">confirmed by you</Chip>}
    {card.flags.map(flag => (
      <Chip key={flag} tone="mixed">
        {flag}
      </Chip>
    ))}
    <span>
      since {when(card.born)}, by {nameOf(card.proposer)}
    </span>
  </span>
)

function Worth({ page: { card, truth, held } }: { readonly page: CardPage }) {
  const said = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .filter(([, n]) => n > 0)
      .map(([kind, n]) => `${WHOSE[kind as keyof typeof WHOSE] ?? plain(kind)} (${n})`)
      .join(", ")
  const support = said(truth.support)
  const contradiction = said(truth.contradiction)
  return (
    <dl class="facts">
      <dt>worth</dt>
      <dd>
        {worth(card)} · <Link to={`/card/${encodeURIComponent(card.id)}/why`}>why</Link>
      </dd>
      <dt>shown</dt>
      <dd>{count(card.shown, "time")}</dd>
      {held > 0 && (
        <>
          <dt>held</dt>
          <dd>{count(held, "call")}</dd>
        </>
      )}
      <dt>stands on</dt>
      <dd>{support === "" ? "nothing yet" : support}</dd>
      {contradiction !== "" && (
        <>
          <dt>against it</dt>
          <dd>{contradiction}</dd>
        </>
      )}
      {card.because !== "" && (
        <>
          <dt>kept because</dt>
          <dd>{card.because}</dd>
        </>
      )}
    </dl>
  )
}

function Sources({ evidence }: { readonly evidence: readonly EvidenceJson[] }) {
  const [all, setAll] = useState(false)
  const shown = all ? evidence : evidence.slice(0, 3)
  return (
    <section class="panel stack" aria-label="where it comes from">
      <h2>Where it comes from</h2>
      {evidence.length === 0 && <p class="small dim">No evidence is kept for it.</p>}
      {shown.map(item => (
        <EvidenceView key={`${item.event}${item.start}${item.end}`} evidence={item} />
      ))}
      {evidence.length > shown.length && (
        <button type="button" class="button" onClick={() => setAll(true)}>
          {count(evidence.length - shown.length, "more source")}
        </button>
      )}
    </section>
  )
}

function Exposures({ page }: { readonly page: CardPage }) {
  const { exposures } = page
  const { episodes, judged, succeeded } = page.shownIn
  return (
    <section class="panel">
      {exposures.length === 0 ? (
        <>
          <h2>Shown</h2>
          <p class="small dim">Not shown to an agent yet.</p>
        </>
      ) : (
        <Picture
          title="Shown"
          says={
            judged === 0
              ? `in ${count(episodes, "episode")}, none judged`
              : `episodes that succeeded: ${share(succeeded, judged)}`
          }
          rows={exposures}
          columns={[
            { head: "when", cell: e => exact(e.at) },
            {
              head: "episode",
              cell: e =>
                e.episode === null ? "–" : <Link to={`/episode/${e.episode}`}>{e.episodeShort ?? e.episode}</Link>,
            },
            { head: "verdict", cell: e => e.verdict ?? "–" },
            { head: "where", cell: e => `${plain(e.placement)}, ${plain(e.channel)}` },
            { head: "commits", cell: e => e.commits.map(c => c.slice(0, 8)).join(" ") },
          ]}
        >
          <TimeDots
            label={`shown ${exposures.length} times`}
            dots={exposures.map(e => ({
              at: Date.parse(e.at),
              tone: verdictTone(e.verdict),
              shape: shapeOf(e.verdict),
              title: `${plain(e.placement)}, episode ${e.episodeShort ?? "–"} ${e.verdict ?? ""}`,
            }))}
          />
          <VerdictLegend />
        </Picture>
      )}
    </section>
  )
}

function Lineage({ page }: { readonly page: CardPage }) {
  if (page.lineage.length < 2) return null
  return (
    <section class="panel">
      <h2>Versions</h2>
      <ol class="rows">
        {page.lineage.map(version => (
          <li key={version.id} style="padding: 0.4rem 0">
            <div class="row small">
              <span class="dim">{when(version.born)}</span>
              <StageChip stage={version.stage} />
              {version.current && <Chip tone="accent">this one</Chip>}
            </div>
            {version.current ? (
              <span class="words">{version.statement ?? "(forgotten)"}</span>
            ) : (
              <Link to={`/card/${version.id}`} data-row>
                {version.statement ?? "(forgotten)"}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Adherence({ page: { adherence } }: { readonly page: CardPage }) {
  if (adherence === null) return null
  return (
    <section class="panel">
      <h2>Was it followed?</h2>
      <p>
        {adherence.told === 0
          ? "No episode yet in which it applied."
          : `Followed in ${share(adherence.followed, adherence.told)}.`}
      </p>
      {adherence.broken && (
        <p class="small">
          <span class="bad">✗ broken</span> {when(adherence.broken.at)}, in{" "}
          <Link to={`/episode/${adherence.broken.episode}`}>this episode</Link>
        </p>
      )}
      {adherence.episodes.length > 0 && (
        <details>
          <summary>by episode ({adherence.episodes.length})</summary>
          <Table
            rows={adherence.episodes}
            columns={[
              { head: "when", cell: row => <Link to={`/episode/${row.episode}`}>{exact(row.at)}</Link> },
              { head: "followed?", cell: row => plain(row.adherence) },
              { head: "because", cell: row => row.because },
            ]}
          />
        </details>
      )}
    </section>
  )
}

function Ledger({ page }: { readonly page: CardPage }) {
  return (
    <details class="panel">
      <summary>What was decided ({page.ledger.length})</summary>
      <Table
        rows={page.ledger}
        columns={[
          { head: "when", cell: row => exact(row.at) },
          { head: "act", cell: row => row.act },
          { head: "because", cell: row => row.because },
        ]}
      />
    </details>
  )
}
