// Made-up members of a team for bench/team.ts: real keys, real signatures, real envelopes; only the work behind them is drawn.
import { sha256 } from "../../src/core/ids.ts"
import { canonical, SHARED_VERSION, type SharedType, sharedCardId, sharedId } from "../../src/core/shared/bodies.ts"
import { seeded } from "../../src/core/stats.ts"
import type { Envelope } from "../../src/team/shared-log.ts"
import { type Identity, newIdentity } from "../../src/team/signing.ts"

const WORDS =
  "payments queue search broker render worker index retry ledger cache module page schema deploy router parser".split(
    " ",
  )
const SYLLABLES = "ba ke lo mi nu ra se ti vo zu pra sto gle dri".split(" ")
const odd = (n: number): string =>
  [n, n >> 3, n * 7, n * 13 + 5].map(k => SYLLABLES[Math.abs(k) % SYLLABLES.length]).join("") + (n % 97)
const hex = (text: string): string => sha256(text).toString("hex").slice(0, 32)

export interface Mate {
  readonly identity: Identity
  readonly cards: readonly string[]
  /** first who it is, then its cards */
  readonly opening: readonly Envelope[]
  /** the nth episode: four prompts, eight candidates of the cards the team knows */
  episode(n: number, known: readonly string[]): Envelope
}

export function mate(name: string, partition: string, cards: number, day: number): Mate {
  const identity = newIdentity()
  const { author } = identity
  const random = seeded(name)
  const seal = (type: SharedType, content: { readonly subject: string }): Envelope =>
    identity.sign({
      id: sharedId(author, partition, type, content.subject, 0),
      ...{
        partition,
        ts: Math.round(day * 86_400_000),
        type,
        v: SHARED_VERSION,
        body: canonical({ ...content, rev: 0 }),
      },
    })
  const subjects = Array.from({ length: cards }, (_, i) => hex(`${name} card ${i}`))
  const number = Number.parseInt(hex(name).slice(0, 6), 16)
  const told = subjects.map((subject, i) => {
    const n = number + 97 * i
    const statement = `the ${odd(n)} ${WORDS[n % 16]} writes ${odd(n * 31 + 7)} before the ${WORDS[(n * 5) % 16]} reads it`
    return seal("card.shared", {
      ...{ subject, kind: "fact", statement, topic: WORDS[n % 16]!, tags: [], source: "extracted", bornAt: 1 },
      evidence: [{ kind: "doc_span", quote: statement }],
    } as { subject: string })
  })
  return {
    identity,
    cards: subjects.map(subject => sharedCardId(author, partition, subject)),
    opening: [seal("member.joined", { subject: author, name: name.slice(0, 30) } as { subject: string }), ...told],
    episode: (n, known) =>
      seal("episode.shared", {
        ...{ subject: hex(`${name} episode ${n}`), day: day + n / 4, repo: hex("repo") },
        prompts: [0, 1, 2, 3].map(idx => ({
          ...{ idx, lenZ: random() - 0.5, hasError: random() < 0.2, taskKind: "edit", nActive: 0, slots: 6 },
          label: random() < 0.6 ? 0.9 : 0.1,
          cand: [...new Set(Array.from({ length: 8 }, () => known[Math.floor(random() * known.length)]!))].map(
            (id, rank) => ({
              ...{ id, score: 0.3 + 0.6 * random(), rank, pi: 0.5, shown: random() < 0.5, mode: 1 },
              ...{ channel: "auto_pack", placement: "prompt" },
            }),
          ),
        })),
      } as { subject: string }),
  }
}
