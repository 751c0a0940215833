// Small labels: kind, stage, scope, verdict. The word always stands beside the colour.
import { plain } from "../numbers.ts"

export type Tone = "good" | "bad" | "mixed" | "accent" | "none"

export function Chip({ children, tone = "none", title }: { children: string; tone?: Tone; title?: string }) {
  return (
    <span class={tone === "none" ? "chip" : `chip is-${tone}`} title={title}>
      {children}
    </span>
  )
}

const VERDICT: Readonly<Record<string, { readonly shape: string; readonly tone: Tone }>> = {
  success: { shape: "✓", tone: "good" },
  failure: { shape: "✗", tone: "bad" },
  mixed: { shape: "~", tone: "mixed" },
  unjudged: { shape: "·", tone: "none" },
}
export const verdictShape = (verdict: string | null): string => VERDICT[verdict ?? "unjudged"]?.shape ?? "·"
export const verdictTone = (verdict: string | null): Tone => VERDICT[verdict ?? "unjudged"]?.tone ?? "none"

export const VerdictChip = ({ verdict }: { verdict: string }) => (
  <Chip tone={verdictTone(verdict)}>{`${verdictShape(verdict)} ${verdict}`}</Chip>
)

const STAGE: Readonly<Record<string, Tone>> = {
  proven: "good",
  active: "accent",
  needs_recheck: "mixed",
  deprecated: "bad",
}
export const StageChip = ({ stage }: { stage: string }) => <Chip tone={STAGE[stage] ?? "none"}>{plain(stage)}</Chip>
