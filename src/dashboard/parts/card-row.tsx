// A card as one line of a list: what it says, what it is, what is known of its worth. Opens the card; may offer to forget it.
import type { CardLine } from "../../http/schemas.ts"
import { count, isEarly, plain, points, when } from "../numbers.ts"
import { Link } from "../router.tsx"
import { Chip, StageChip } from "./chip.tsx"

/** What is known of a card's worth, never without its count. */
export function worth(card: CardLine): string {
  if (!card.measured)
    return card.pinned ? "pinned, not scored" : card.confirmed ? "confirmed, not scored" : "your words, not scored"
  const n = Math.round(card.value?.n ?? 0)
  if (card.value === null || n === 0) return "no judged use yet"
  if (isEarly(n)) return `${count(n, "judged use")}, too early`
  return `${points(card.value.mean)} points (${count(n, "judged use")})`
}

export function CardRow({ card, onForget }: { readonly card: CardLine; readonly onForget?: (card: CardLine) => void }) {
  return (
    <li class="card-row">
      <Link class="line" to={`/card/${encodeURIComponent(card.id)}`} data-row data-card={card.id}>
        <span class="words">{card.statement ?? "(forgotten)"}</span>
        <span class="side-note">{worth(card)}</span>
        <span class="row small">
          <Chip>{plain(card.kind)}</Chip>
          <StageChip stage={card.stage} />
          <Chip>{card.scope.label}</Chip>
          {card.pinned && <Chip tone="accent">pinned</Chip>}
          {card.flags.map(flag => (
            <Chip key={flag} tone="mixed">
              {flag}
            </Chip>
          ))}
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
