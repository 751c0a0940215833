// An episode as one line of a list: how it began, how it went, and by whose word.
import type { EpisodeLine } from "../../http/schemas.ts"
import { count, when } from "../numbers.ts"
import { Link } from "../router.tsx"
import { Chip, VerdictChip } from "./chip.tsx"

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
          {e.trips > 0 && <Chip tone="bad">{`! stepped in ${count(e.trips, "time")}`}</Chip>}
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
