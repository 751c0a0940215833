// Episodes: a list, newest first, by outcome. Pages of a hundred.
import type { EpisodesPage } from "../../http/schemas.ts"
import { VERDICTS } from "../parts/chip.tsx"
import { Empty } from "../parts/empty.tsx"
import { Page } from "../parts/page.tsx"
import { Choices, EpisodeRow, List } from "../parts/rows.tsx"
import { useAddress } from "../router.tsx"
import { usePaged } from "../use-data.ts"

const OUTCOMES = VERDICTS.map(value => ({ value, label: value }))

export function EpisodesPlace() {
  const outcome = useAddress().query.get("outcome")
  const path = `/episodes.json?limit=100${outcome === null ? "" : `&outcome=${encodeURIComponent(outcome)}`}`
  const paged = usePaged<EpisodesPage, EpisodesPage["episodes"][number]>(
    path,
    page => page.episodes,
    /episode|turn|message/,
  )
  return (
    <Page of={paged}>
      {data => (
        <>
          {(outcome !== null || data.total > 0) && <Choices name="outcome" of={OUTCOMES} />}
          {data.total === 0 ? (
            <Empty command="mettle init">
              {data.empty}
              {outcome === null && " For example: “fix the flaky login test ✓ success, 23 messages, 2 cards”."}
            </Empty>
          ) : (
            <List of={paged} total={data.total}>
              {paged.rows.map(episode => (
                <EpisodeRow key={episode.id} episode={episode} />
              ))}
            </List>
          )}
        </>
      )}
    </Page>
  )
}
