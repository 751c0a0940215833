// Threat 4 once more: what a person had forgotten comes back. The token is forgotten in another case and Unicode form, then every
// way it might return is tried on the program as installed: told again, drained, imported, put back from a backup, repaired.
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { claude, home, PERSON } from "../torture/home.ts"
import type { Family } from "./family.ts"
import { PATIENT, withResident } from "./poisoning.ts"
import { bytesBelow, mettle } from "./secrets.ts"

/** As a client sends it, taken apart; the person asks for it composed and in capitals. */
const SENT = "okapi-\u00e9toile-7731".normalize("NFD")
const ASKED = "OKAPI-\u00c9TOILE-7731"
/** Both forms end so. */
const TRACE = "toile-7731"

export const forgetting: Family = {
  name: "forgetting",
  threats: [4],
  title: "forgotten words that come back",
  run: async ({ dir }) => {
    const h = home(join(dir, "h"), PATIENT)
    mkdirSync(join(h.project, ".git"))
    const failures: string[] = []
    let attempts = 0
    const held = (): number => bytesBelow(h.env.METTLE_HOME!).bytes.toString("latin1").split(TRACE).length - 1
    const one = claude(h.project, "s1")
    const told = [
      one.start(),
      one.prompt("p1", `never deploy ${SENT} on fridays`),
      one.after("c1", "make check", `Tests: 3 failed, ${SENT}`),
      one.prompt("p2", `about ${SENT}`),
      one.end(),
    ]
    const tell = async (): Promise<void> => {
      for (const payload of told) await h.hook(payload, PERSON)
    }
    await withResident(h, tell)
    await mettle(h, ["settle"])
    const [outside, exported] = [join(h.dir, "outside.db"), join(h.dir, "outside.jsonl")]
    await mettle(h, ["export", "backup"])
    await mettle(h, ["export", "backup", outside])
    await mettle(h, ["export", exported])
    const planted = held()
    if (planted === 0) failures.push("the token was never planted")
    const forget = async (): Promise<void> => {
      const { code, err } = await mettle(h, ["forget", "--text", ASKED, "--yes"])
      if (code !== 0) failures.push(`forget ended with ${code}: ${err.slice(0, 200)}`)
    }
    const tried = async (what: string, attempt: () => Promise<unknown>): Promise<void> => {
      attempts++
      await attempt()
      const n = held()
      if (n > 0) failures.push(`${what}: it stands in the home ${n} times`)
    }
    await tried("forgotten with a resident", () => withResident(h, forget))
    await tried("every hook told again", tell)
    await tried("told again to a resident", () => withResident(h, tell))
    await tried("the export imported", () => mettle(h, ["import", exported]))
    await tried("everything folded again", () => mettle(h, ["doctor", "rebuild"]))
    await tried("repaired", () => mettle(h, ["doctor", "--repair"]))
    await tried("settled", () => mettle(h, ["settle"]))
    await tried("put aside, unreadable", async () => {
      mkdirSync(join(h.paths.state, "spool"), { recursive: true, mode: 0o700 })
      writeFileSync(join(h.paths.state, "spool", "1.json.unreadable"), SENT, { mode: 0o600 })
      await forget()
    })
    await tried("a backup brought back into the folder", async () => {
      mkdirSync(join(h.paths.data, "backups"), { recursive: true, mode: 0o700 })
      copyFileSync(outside, join(h.paths.data, "backups", "old.db"))
      await forget()
    })
    return { attempts, figures: { planted, attempts, left: held() }, failures }
  },
}
