// A store whose bytes changed, made usable again: views are thrown away, a log that does not prove whole is set aside and
// begun anew with everything that does. Called by the resident when it meets damage, and by `mettle doctor --repair`.
import { quarantineStore } from "../store/quarantine.ts"
import { verifyStore } from "../store/verify.ts"
import { removeViews } from "../store/view-files.ts"

/** `quarantined`: null when the log was whole and only the views went. */
export async function repairStore(dir: string) {
  const quarantined = verifyStore(dir).ok ? null : await quarantineStore(dir)
  removeViews(dir)
  return { quarantined }
}
