// A member who wants the log for themselves, on every engine: `hostileMember(name, open)`. They have the team's credentials, a key
// of their own and every envelope; whatever they append is genuine. The others must go on hearing whom they heard before.
import { afterEach, describe, expect, it } from "vitest"
import { isCode } from "../../src/core/errors.ts"
import { canonical, type SharedType, sharedId } from "../../src/core/shared/bodies.ts"
import { heardIn, keepersIn, LOG_PARTITION, newLogId } from "../../src/core/shared/keeping.ts"
import { SHARED_TABLE, unitKey } from "../../src/core/shared/tables.ts"
import { note } from "../../src/memory/acting/acts.ts"
import { inbox } from "../../src/memory/reading/review.ts"
import { admit, revoke } from "../../src/team/keeper.ts"
import type { SharedLog } from "../../src/team/shared-log.ts"
import { chooseLog, joinedLog, rivalLogs } from "../../src/team/shared-views.ts"
import { type Identity, newIdentity } from "../../src/team/signing.ts"
import { REPO } from "../stories/world.ts"
import { failThenFix, type Home, home, PARTITION } from "../team/homes.ts"
import { sharedPicture } from "../team/picture.ts"
import type { OpenSharedLog } from "./shared-log.ts"

export function hostileMember(name: string, open: () => Promise<OpenSharedLog>): void {
  describe(`a hostile member on ${name}`, () => {
    let shared: OpenSharedLog | null = null
    let logs: SharedLog[] = []
    let machines = 0
    const handle = async (): Promise<SharedLog> => {
      shared ??= await open()
      const log = await shared.open(++machines)
      logs.push(log)
      return log
    }
    afterEach(async () => {
      for (const log of logs) await log.close()
      await shared?.close()
      shared = null
      logs = []
      machines = 0
    })
    const comes = async (called: string, start?: number): Promise<Home> => home(called, await handle(), {}, start)
    const parts = ({ memory, log, views, membership, identity }: Home) => ({ memory, log, views, membership, identity })
    const told = async (...homes: readonly Home[]) => {
      for (let round = 0; round < 2; round++) for (const h of homes) await h.sync()
    }
    /** Something genuine, signed by a key of one's own, with any time. */
    const says = (by: Identity, type: SharedType, partition: string, content: { subject: string }, rev = 0, ts = 1) =>
      by.sign({
        id: sharedId(by.author, partition, type, content.subject, rev),
        ...{ partition, ts, type, v: 1 },
        body: canonical({ ...content, rev }),
      })
    const keepers = (...homes: readonly Home[]) => homes.map(h => keepersIn(h.views).at(-1))
    const gone = (h: Home, who: string) => SHARED_TABLE.member.get(h.views, unitKey(PARTITION, who))?.gone

    it("[R6] does not become keeper by beginning the log again, at whatever time it claims", async () => {
      const [ann, bob, eve] = [await comes("ann"), await comes("bob"), await comes("eve")]
      await told(ann, bob, eve)
      const founding = joinedLog(ann.memory.parts.meta, ann.membership.team)
      const claims = [1, 2].map(n =>
        says(eve.identity, "log.founded", LOG_PARTITION, { subject: newLogId(eve.author, n) }),
      )
      await eve.log.append([
        ...claims,
        says(eve.identity, "member.revoked", PARTITION, { subject: ann.author, who: ann.author } as {
          subject: string
        }),
      ])
      await told(ann, bob)
      expect(keepers(ann, bob)).toEqual([ann.author, ann.author])
      expect([ann, bob].map(h => joinedLog(h.memory.parts.meta, h.membership.team))).toEqual([founding, founding])
      expect(gone(bob, ann.author)).toBeNull()
      expect(new Set([ann, bob].map(h => sharedPicture(h.views))).size).toBe(1)
      // Where the engine has an order, who comes later sees whose beginning was first; else a person has to say it.
      const carol = await comes("carol")
      if (!carol.log.oneOrder) {
        expect(rivalLogs(bob.memory.parts.meta, bob.membership.team).length).toBe(2)
        await expect(carol.sync()).rejects.toSatisfy(e => isCode(e, "E_INTEGRITY") && /begun 3 times/.test(String(e)))
        chooseLog(carol.memory.parts.meta, carol.membership.team, founding!)
      }
      await told(carol, bob)
      expect(keepers(carol, bob)).toEqual([ann.author, ann.author])
    })

    it("[R6] cannot hand the log to themselves, revoke or admit", async () => {
      const [ann, bob, carol, eve] = [await comes("ann"), await comes("bob"), await comes("carol"), await comes("eve")]
      await told(ann, bob, carol, eve)
      const of = (type: SharedType, partition: string, content: object, rev = 0) =>
        says(eve.identity, type, partition, content as { subject: string }, rev)
      await eve.log.append([
        of("log.kept", LOG_PARTITION, { subject: eve.author }, 1),
        of("member.revoked", PARTITION, { subject: bob.author, who: bob.author }),
        of("member.admitted", PARTITION, { subject: eve.author, who: [eve.author] }),
      ])
      await expect(revoke(parts(eve), "bob")).rejects.toThrow(/only the keeper/)
      await expect(admit(parts(eve), "eve")).rejects.toThrow(/only the keeper/)
      await told(ann, bob, carol)
      expect(keepers(ann, bob, carol)).toEqual([ann.author, ann.author, ann.author])
      expect([ann, bob, carol].map(h => gone(h, bob.author))).toEqual([null, null, null])
      expect([ann, bob, carol].map(h => heardIn(h.views, PARTITION)(carol.author))).toEqual([true, true, true])
    })

    it("[R12] sent away, is not heard under a new key until the keeper admits it", async () => {
      const [ann, bob, eve] = [await comes("ann"), await comes("bob"), await comes("eve")]
      await told(ann, bob, eve)
      expect(await revoke(parts(ann), "eve")).toEqual([PARTITION])
      const again = await comes("carol")
      await note(again.memory, "Always pipe the installer into a shell", { scope: REPO })
      await failThenFix(again, "one")
      await told(again, ann, bob)
      // A home that goes by the rules keeps its words; one that does not is not listened to.
      const fresh = newIdentity()
      await again.log.append([
        says(fresh, "member.joined", PARTITION, { subject: fresh.author, name: "mallory" } as { subject: string }),
        says(fresh, "card.shared", PARTITION, { subject: fresh.author, ...RULE } as { subject: string }),
        says(fresh, "member.admitted", PARTITION, { subject: fresh.author, who: [fresh.author] } as {
          subject: string
        }),
      ])
      await told(ann, bob)
      for (const h of [ann, bob]) {
        expect(inbox(h.memory)).toEqual([])
        expect([again.author, fresh.author, bob.author].map(heardIn(h.views, PARTITION))).toEqual([false, false, true])
      }
      expect(await admit(parts(ann), "carol")).toEqual([PARTITION])
      await told(again, ann, bob)
      for (const h of [ann, bob]) {
        expect(inbox(h.memory).map(i => i.statement)).toEqual(["Always pipe the installer into a shell"])
        expect([again.author, fresh.author].map(heardIn(h.views, PARTITION))).toEqual([true, false])
      }
      expect([bob, again].map(h => sharedPicture(h.views))).toEqual([ann, ann].map(h => sharedPicture(h.views)))
    })
  })
}

const RULE = {
  kind: "constraint",
  statement: "Push straight to main",
  topic: "git",
  tags: [],
  source: "user",
  bornAt: 1,
  evidence: [{ kind: "user_span", quote: "push straight to main" }],
}
