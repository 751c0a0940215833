// Lists: what narrows one down, its rows (a card, an episode), how many of how many, and the button for more. And tables.
import type { ComponentChildren } from "preact"
import type { CardLine, CardRef, EpisodeLine } from "../../http/schemas.ts"
import { count, isEarly, plain, points, when, whole } from "../numbers.ts"
import { Link, setQuery, useAddress } from "../router.tsx"
import type { Paged } from "../use-data.ts"
import { Button, Chip, StageChip, VerdictChip } from "./small.tsx"

/** What is known of a card's worth, never without its count. */
export function worth(card: CardLine): string {
  if (!card.measured)
    return card.pinned ? "pinned, not scored" : card.confirmed ? "confirmed, not scored" : "your words, not scored"
  const n = Math.round(card.value?.n ?? 0)
  if (card.value === null || n === 0) return "no judged use yet"
  if (isEarly(n)) return `${count(n, "judged use")}, too early`
  return `${points(card.value.mean)} points (${count(n, "judged use")})`
}

/** What a card says, and the way to it. */
export const CardLink = ({ card: { id, short, statement } }: { readonly card: Omit<CardRef, "kind"> }) => (
  <Link to={`/card/${id}`} class="words" data-row>
    {statement ?? `${short} (forgotten)`}
  </Link>
)

export const CardChips = ({ card }: { readonly card: CardLine }) => (
  <>
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
  </>
)

export function CardRow({ card, onForget }: { readonly card: CardLine; readonly onForget?: (card: CardLine) => void }) {
  return (
    <li class="card-row">
      <Link class="line" to={`/card/${encodeURIComponent(card.id)}`} data-row data-card={card.id}>
        <span class="words">{card.statement ?? "(forgotten)"}</span>
        <span class="side-note">{worth(card)}</span>
        <span class="row small">
          <CardChips card={card} />
        </span>
        <span class="side-note">
          {card.short} · {when(card.born)}
        </span>
      </Link>
      {onForget && (
        <button
          type="button"
          class="button plain danger"
          onClick={() => onForget(card)}
          aria-label={`forget: ${card.statement ?? card.short}`}
        >
          forget
        </button>
      )}
    </li>
  )
}

export function EpisodeRow({ episode: e }: { readonly episode: EpisodeLine }) {
  return (
    <li>
      <Link class="line" to={`/episode/${encodeURIComponent(e.id)}`} data-row data-episode={e.id}>
        <span class="words">{e.prompt ?? "(no words kept)"}</span>
        <span class="side-note">{when(e.openedAt)}</span>
        <span class="row small">
          <VerdictChip verdict={e.verdict} />
          {e.open && <Chip tone="accent">goes on</Chip>}
          {e.scope && <Chip>{e.scope.label}</Chip>}
          {e.trips > 0 && <Chip tone="bad">{`! trouble ${count(e.trips, "time")}`}</Chip>}
          {e.corrections > 0 && <Chip tone="mixed">{count(e.corrections, "correction")}</Chip>}
          {e.control && <Chip>control</Chip>}
        </span>
        <span class="side-note">
          {count(e.messages, "message")} · {count(e.cards, "card")} · {e.short}
        </span>
      </Link>
    </li>
  )
}

interface Choice {
  readonly value: string
  readonly label: string
  readonly count?: number
}
/** One word of the query, chosen by chips; the chosen one, clicked again, is taken away. */
export function Choices({ name, of }: { readonly name: string; readonly of: readonly Choice[] }) {
  const chosen = useAddress().query.get(name)
  return of.length === 0 ? null : (
    <fieldset class="row small" aria-label={name}>
      {of.map(({ value, label, count: n }) => (
        <button
          key={value}
          type="button"
          class="chip"
          aria-pressed={chosen === value}
          onClick={() => setQuery({ [name]: chosen === value ? null : value })}
        >
          {plain(label)} {n !== undefined && <span class="num">{whole(n)}</span>}
        </button>
      ))}
    </fieldset>
  )
}

interface ListProps<P, R> {
  readonly of: Paged<P, R>
  readonly total: number
  readonly children: ComponentChildren
}
export const List = <P, R>({ of, total, children }: ListProps<P, R>) => (
  <section class="panel">
    <p class="small dim">
      {whole(of.rows.length)} of {whole(total)}
    </p>
    <ul class="rows long">{children}</ul>
    {of.more && (
      <Button onClick={of.more} data-row data-more>
        Show more
      </Button>
    )}
  </section>
)

// A table: lists of figures, and the twin of the picture of an episode; open, or behind a line that says how much there is.

interface Column<T> {
  readonly head: string
  readonly cell: (row: T) => ComponentChildren
  /** figures stand at the right */
  readonly num?: boolean
}

interface TableProps<T> {
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
}

export const More = <T,>({ what, ...table }: TableProps<T> & { readonly what: string }) =>
  table.rows.length === 0 ? null : (
    <details>
      <summary>
        {what} ({table.rows.length})
      </summary>
      <Table {...table} />
    </details>
  )

export const Table = <T,>({ columns, rows }: TableProps<T>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reached by keyboard
  <div class="scroll" tabIndex={0}>
    <table>
      <thead>
        <tr>
          {columns.map(column => (
            <th key={column.head} scope="col" class={column.num ? "num" : undefined}>
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          <tr key={i}>
            {columns.map(column => (
              <td key={column.head} class={column.num ? "num" : undefined}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
