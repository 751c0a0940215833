// What became of one suggestion, and why; what was refused can be let in on one's own word.
import type { LedgerLine } from "../../http/schemas.ts"
import { act } from "../acts.tsx"
import { plain } from "../numbers.ts"
import { Button } from "./button.tsx"
import { Chip, type Tone } from "./chip.tsx"
import { CardLink } from "./rows.tsx"

const ACTS: Readonly<Record<LedgerLine["act"], Tone>> = {
  admitted: "good",
  merged: "accent",
  superseded: "mixed",
  archived: "mixed",
  refused: "bad",
  moved: "none",
  user: "none",
}

export function LedgerRow({ line, onDone }: { readonly line: LedgerLine; readonly onDone: () => void }) {
  const words = line.statement ?? line.cardShort ?? "(forgotten)"
  const admit = () => void act(`/api/ledger/${line.proposal}/admit`, {}, "Let in on your word.", onDone)
  return (
    <li>
      <div class="row">
        <Chip tone={ACTS[line.act]}>{line.act === "user" ? "by you" : line.act}</Chip>
        <span class="words grow">
          {line.card === null ? (
            words
          ) : (
            <CardLink card={{ id: line.card, short: line.cardShort ?? "", statement: line.statement }} />
          )}
        </span>
        {line.act === "refused" && line.proposal !== null && line.statement !== null && (
          <Button onClick={admit}>Let it in</Button>
        )}
      </div>
      <p class="small dim">
        {line.because}
        {line.kind !== null && ` · ${plain(line.kind)}`}
      </p>
    </li>
  )
}
