// What a browser check is: a name, what it walks through, and a short line about what it measured. It throws when it fails.

import type { Browser } from "playwright-core"
import type { Serving } from "./server.ts"
import type { Known } from "./shots.ts"
import type { Tab } from "./tab.ts"

export interface Stage {
  readonly browser: Browser
  readonly root: string
  /** six weeks of work */
  readonly story: Store
  /** nothing was ever recorded */
  readonly empty: Store
  /** text that tries to become something else */
  readonly hostile: Store
  /** 10,000 cards, 1,000 episodes: told when it is first asked for */
  readonly crowd: () => Promise<Store>
}
export interface Store {
  readonly serving: Serving
  readonly folder: string
  readonly known: Known
  ask<T>(path: string): Promise<T>
}
export interface Check {
  readonly name: string
  readonly run: (stage: Stage) => Promise<string>
}

export function must(holds: unknown, what: string): asserts holds {
  if (!holds) throw new Error(what)
}

/** What every tab has to leave behind: no dialog, no request elsewhere, no error. */
export function leftClean({ dialogs, foreign, errors }: Tab): void {
  must(dialogs.length === 0, `dialogs: ${dialogs.join(", ")}`)
  must(foreign.length === 0, `requests elsewhere: ${foreign.join(", ")}`)
  must(errors.length === 0, `errors: ${errors.slice(0, 3).join(" | ")}`)
}
