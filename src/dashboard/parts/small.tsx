// Small parts: buttons, labels (kind, stage, verdict: the word always stands beside the colour), bars in a row of figures.
import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import type { EpisodeLine } from "../../http/schemas.ts"
import { plain } from "../numbers.ts"
import { Refused } from "../use-data.ts"

interface ButtonProps {
  readonly children: ComponentChildren
  readonly onClick: () => void
  readonly kind?: "main" | "danger" | "plain"
  readonly disabled?: boolean
  readonly [name: `${"data" | "aria"}-${string}`]: string | boolean | undefined
}

export const Button = ({ kind, ...rest }: ButtonProps) => (
  <button type="button" class={kind ? `button ${kind}` : "button"} {...rest} />
)

/** The same at the command line, to be copied. */
export function CommandLine({ text }: { readonly text: string }) {
  const [copied, setCopied] = useState(false)
  const copy = () => {
    void navigator.clipboard.writeText(text).then(() => {
      setCopied(true)
      setTimeout(() => setCopied(false), 1500)
    })
  }
  return (
    <span class="command">
      <code title="the same at the command line">{text}</code>
      <Button kind="plain" onClick={copy} aria-label={`copy the command ${text}`}>
        {copied ? "copied" : "copy"}
      </Button>
    </span>
  )
}

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

// A bar in a row of figures: spans of 0 … 1 on one ground. The figures beside it say the same, so whoever does not see it misses
// nothing. A faded span is an estimate: no hard end pretends to more precision than there is.

interface Span {
  readonly from: number
  readonly to: number
  readonly fill: Tone
  readonly title?: string
  readonly faded?: boolean
}

export const Bar = ({ spans, zero }: { readonly spans: readonly Span[]; readonly zero?: number }) => (
  <span class="bar" aria-hidden="true">
    {spans.map(({ from, to, fill, title, faded }) => (
      <i
        key={`${from}${fill}`}
        class={`is-${fill}${faded ? " faded" : ""}`}
        title={title}
        style={`left: ${100 * from}%; width: ${100 * (to - from)}%`}
      />
    ))}
    {zero !== undefined && <b style={`left: ${100 * zero}%`} />}
  </span>
)

interface Part {
  readonly n: number
  readonly fill: Tone
  readonly title: string
}
/** Parts one after the other; `most` is as wide as the bar. */
export function Stacked({ parts, most }: { readonly parts: readonly Part[]; readonly most: number }) {
  let at = 0
  const spans = parts
    .filter(({ n }) => n > 0)
    .map(({ n, fill, title }): Span => {
      const from = at
      at += n / Math.max(most, 1e-9)
      return { from, to: at, fill, title }
    })
  return <Bar spans={spans} />
}

/** Where a difference probably lies, on a ground that reaches as far to both sides of zero. */
export const Estimate = ({
  low,
  high,
  reach,
}: {
  readonly low: number
  readonly high: number
  readonly reach: number
}) => {
  const at = (value: number) => Math.min(1, Math.max(0, (value + reach) / (2 * reach)))
  const fill = low + high >= 0 ? "good" : "bad"
  return <Bar spans={[{ from: at(low), to: at(high), fill, faded: true }]} zero={0.5} />
}

/** Why there is no answer, in the form of the server. */
export function Problem({ error }: { error: Error }) {
  const refused = error instanceof Refused ? error : null
  const told = refused?.told
  return (
    <div class="problem" role="alert">
      <p>
        <b>{refused ? error.message : "No answer from mettle open."}</b>{" "}
        <span class="dim small">{told?.code ?? (refused ? `HTTP ${refused.status}` : "E_NETWORK")}</span>
      </p>
      {told?.still && <p class="small">{told.still}</p>}
      <p class="small dim">
        {refused?.status === 401
          ? "This tab has no valid token. Open the address that mettle open printed."
          : (told?.hint ?? "Is it still running? Start it again with: mettle open")}
      </p>
    </div>
  )
}
