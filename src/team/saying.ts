// One word about the log or its members, said until the fold agrees: ids follow from what they name, so somebody else's
// envelope may stand where a word belongs, and then it is said again under the next number.
import { MettleError } from "../core/errors.ts"
import { canonical, SHARED_VERSION, type SharedType, sharedId } from "../core/shared/bodies.ts"
import { pull } from "./shared-views.ts"
import type { SyncParts } from "./sync.ts"

/** Tries of one word, when its id is taken by somebody else's envelope. */
const MOST_TRIES = 20

export async function untilHeard(
  { log, views, identity, memory, membership }: SyncParts,
  partition: string,
  type: SharedType,
  content: { readonly subject: string },
  isHeard: () => boolean,
  from = 0,
): Promise<void> {
  for (let rev = from; rev < from + MOST_TRIES && !isHeard(); rev++) {
    const envelope = identity.sign({
      id: sharedId(identity.author, partition, type, content.subject, rev),
      partition,
      ts: memory.parts.now(),
      type,
      v: SHARED_VERSION,
      body: canonical({ ...content, rev }),
    })
    await log.append([envelope])
    await pull(log, views, membership.partitions)
  }
  if (isHeard()) return
  throw new MettleError("E_LOCKED", "somebody else's envelopes stand where this word belongs", {
    still: "their norms need your nod anyway, and every card of theirs can be archived here",
    hint: "the engine's own accounts shut them out",
  })
}
