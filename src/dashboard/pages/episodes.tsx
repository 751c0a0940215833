// Episodes: a list, newest first, by outcome. Pages of a hundred.
import type { EpisodesPage } from "../../http/schemas.ts"
import { whole } from "../numbers.ts"
import { Answer, Empty } from "../parts/empty.tsx"
import { Page } from "../parts/page.tsx"
import { EpisodeRow, More } from "../parts/rows.tsx"
import { setQuery, usePlace } from "../router.tsx"
import { usePaged } from "../use-data.ts"

const OUTCOMES = ["success", "mixed", "failure", "unjudged"] as const

export function EpisodesPlace() {
  const { query } = usePlace()
  const outcome = query.get("outcome")
  const path = `/episodes.json?limit=100${outcome === null ? "" : `&outcome=${encodeURIComponent(outcome)}`}`
  const paged = usePaged<EpisodesPage, EpisodesPage["episodes"][number]>(
    path,
    page => page.episodes,
    /episode|turn|message/,
  )
  return (
    <Page twin={path} command={paged.data?.command ?? "mettle history"}>
      <fieldset class="tabs" aria-label="outcome" style="border: 0; margin: 0; padding: 0">
        {[null, ...OUTCOMES].map(verdict => (
          <button
            key={verdict}
            type="button"
            class="chip"
            aria-pressed={outcome === verdict}
            onClick={() => setQuery({ outcome: verdict })}
          >
            {verdict ?? "all"}
          </button>
        ))}
      </fieldset>
      <Answer of={paged}>
        {data =>
          paged.rows.length === 0 ? (
            <Empty command="mettle init">
              {data.empty ?? (outcome === null ? "No episode yet." : `No episode was judged ${outcome}.`)}
            </Empty>
          ) : (
            <section class="panel">
              <p class="small dim">
                {whole(paged.rows.length)} of {whole(data.total)}
              </p>
              <ul class="rows">
                {paged.rows.map(episode => (
                  <EpisodeRow key={episode.id} episode={episode} />
                ))}
              </ul>
              <More of={paged} />
            </section>
          )
        }
      </Answer>
    </Page>
  )
}
