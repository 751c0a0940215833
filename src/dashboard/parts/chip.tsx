// Small labels: kind, stage, scope, verdict. The word always stands beside the colour.
import type { EpisodeLine } from "../../http/schemas.ts"
import { plain } from "../numbers.ts"

export type Tone = "good" | "bad" | "mixed" | "accent" | "none"

export function Chip({ children, tone = "none", title }: { children: string; tone?: Tone; title?: string }) {
  return (
    <span class={tone === "none" ? "chip" : `chip is-${tone}`} title={title}>
      {children}
    </span>
  )
}

type Verdict = EpisodeLine["verdict"]
/** Best first. */
export const VERDICTS: readonly Verdict[] = ["success", "mixed", "failure", "unjudged"]
export const VERDICT: Readonly<Record<Verdict, { readonly sign: string; readonly tone: Tone }>> = {
  success: { sign: "✓", tone: "good" },
  mixed: { sign: "~", tone: "mixed" },
  failure: { sign: "✗", tone: "bad" },
  unjudged: { sign: "·", tone: "none" },
}

export const VerdictChip = ({ verdict }: { readonly verdict: Verdict }) => (
  <Chip tone={VERDICT[verdict].tone}>{`${VERDICT[verdict].sign} ${verdict}`}</Chip>
)

const STAGE: Readonly<Record<string, Tone>> = {
  proven: "good",
  active: "accent",
  needs_recheck: "mixed",
  deprecated: "bad",
}
export const StageChip = ({ stage }: { stage: string }) => <Chip tone={STAGE[stage] ?? "none"}>{plain(stage)}</Chip>
