// Letting a machine in where the log is sealed: a person's own next machine gets the person's key for this team and speaks as
// the same person; a teammate's gets the seal and has a key of its own. What is given is readable by that machine alone.
import { MettleError } from "../core/errors.ts"
import { giftOf } from "./gift.ts"
import { type HomeOf, inTeam } from "./home.ts"
import type { Membership } from "./membership.ts"

/** As a machine shows its code: four groups of five digits. */
export const isCode = (text: string): boolean => /^[0-9a-f]{5}(?:-[0-9a-f]{5}){3}$/i.test(text)

/** Answers a machine that knocked. `mine`: it is this person's too. */
export const letIn = (home: HomeOf, membership: Membership, code: string, mine: boolean): Promise<void> =>
  inTeam(home, membership, async ({ log, membership }) => {
    if (!log.door)
      throw new MettleError("E_USAGE", "nobody has to be let in by a code here: the engine's own accounts do that", {
        still: "nothing was changed",
      })
    if (await log.door.answer(code, mine ? giftOf(home.data, membership) : "")) return
    throw new MettleError("E_NOT_FOUND", `no machine with the code ${code} knocked`, {
      hint: "mettle team sync on that machine shows its code",
    })
  })
