// Trust: whose proposals hold up? One curve per source, with its bands; never one for the person's own words.
import type { TrustPage } from "../../http/schemas.ts"
import { Curve } from "../charts/curves.tsx"
import { count, exact, nameOf, whole } from "../numbers.ts"
import { Answer, Empty } from "../parts/empty.tsx"
import { Page } from "../parts/page.tsx"
import { Picture } from "../parts/picture.tsx"
import { Link } from "../router.tsx"
import { useData } from "../use-data.ts"

const FILLS = ["good", "gold", "green", "mixed", "bad", "accent"]
type Source = TrustPage["sources"][number]
type Step = Source["history"][number]

export function TrustPlace() {
  const page = useData<TrustPage>("/trust.json", /card|feedback|episode/)
  return (
    <Page twin="/trust.json" command={page.data?.command ?? "mettle status"}>
      <Answer of={page}>
        {data =>
          data.sources.length === 0 ? (
            <Empty command="mettle review ledger">
              {data.empty ?? "No proposal of a rule, an agent or a model has been borne out or refuted yet."}
            </Empty>
          ) : (
            <>
              <p class="small dim">
                The chance that what a source suggests holds up. “User words” are wishes heard in what you said, which
                may be misheard; a wish you confirmed or wrote down is not put to the test.
              </p>
              <div class="grid">
                {data.sources.map((source, i) => (
                  <section class="panel" key={source.source}>
                    <SourceCurve source={source} fill={FILLS[i % FILLS.length] ?? "accent"} />
                  </section>
                ))}
              </div>
              {data.telemetry && <Counted {...data.telemetry} />}
            </>
          )
        }
      </Answer>
    </Page>
  )
}

/** Under a rule that waits for outcomes: what it has decided, heard and still waits for. */
const Counted = ({ outcomes, tags }: NonNullable<TrustPage["telemetry"]>) => (
  <p class="small dim">
    {count(outcomes.decisions, "decision")}: {whole(outcomes.evaluated)} evaluations done, {whole(outcomes.pending)}{" "}
    wait for their time. {count(tags.kept, "tag")} heard: {whole(tags.repeated)} repeated, {whole(tags.gated)} off the
    mark, {whole(tags.loose)} about no card.{tags.frozen ? " Too much doubt: promotions wait." : ""}
  </p>
)

/** What is behind a bend: a card or an episode can be opened, another event is named. */
const Behind = ({ step }: { readonly step: Step }) =>
  step.ref === null ? (
    <span>{step.because}</span>
  ) : (
    <Link to={`/${step.ref.startsWith("e-") ? "episode" : "card"}/${encodeURIComponent(step.ref)}`}>
      {step.because}
    </Link>
  )

function SourceCurve({ source, fill }: { readonly source: Source; readonly fill: string }) {
  const points = source.history.map(step => ({ ...step, at: Date.parse(step.at) }))
  const n = Math.round(source.n)
  return (
    <Picture
      title={nameOf(source.source)}
      says={
        n < 4
          ? `${count(n, "decision")}, too early`
          : `${Math.round(100 * source.mean)} % (90 %: ${Math.round(100 * source.lo90)} to ${Math.round(100 * source.hi90)}), ${count(n, "decision")}`
      }
      rows={source.history.toReversed()}
      columns={[
        { head: "when", cell: step => exact(step.at) },
        { head: "decision", cell: step => <Behind step={step} /> },
        { head: "mean", num: true, cell: step => step.mean.toFixed(2) },
        { head: "90 %", num: true, cell: step => `${step.lo90.toFixed(2)}–${step.hi90.toFixed(2)}` },
        { head: "n", num: true, cell: step => Math.round(step.n) },
      ]}
    >
      {points.length === 0 ? (
        <p class="small dim">Nothing of it was borne out or refuted yet.</p>
      ) : (
        <>
          <Curve points={points} fill={fill} label={`trust in ${source.source} over ${n} decisions`} />
          <p class="legend">
            <span>dark band 50 %, light band 90 %</span>
            <span>{count(n, "decision")}</span>
          </p>
        </>
      )}
    </Picture>
  )
}
