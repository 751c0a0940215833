// What the memory answers with and the library promises: one shape for both. Plain types without a package of ours behind them,
// since they are published; docs/sdk.md is generated from this file and from sdk/contract.ts.
import type { Kind, Stage } from "./model.ts"

/** One event of the log. `data` is described by `eventSchemas()`; free text stands in blobs, named by reference. */
export interface LogEvent {
  readonly seq: number
  readonly id: string
  readonly type: string
  readonly v: number
  readonly ts: number
  readonly episode: string | null
  readonly scope: string | null
  readonly data: Readonly<Record<string, unknown>>
}

/** A finished tool call. */
export interface ToolCall {
  readonly name: string
  /** A shell command as text, or the tool's input as an object. */
  readonly input?: unknown
  readonly output?: string
  readonly exitCode?: number
  /** As the tool itself says. Default: by the exit code; unknown without one. */
  readonly ok?: boolean
  readonly durationMs?: number
  /** Your own id of the call: telling it twice records it once. */
  readonly call?: string
}

/** A card with its words and its evidence. */
export interface Card {
  readonly id: string
  /** What people see and type, such as `c-7f2a41`. */
  readonly short: string
  readonly kind: Kind
  /** Null when it was forgotten. */
  readonly statement: string | null
  readonly stage: Stage
  readonly scope: { readonly tier: string; readonly id: string }
  readonly source: string
  readonly proposer: string
  readonly born: string
  /** What it is worth, with the number of judged uses; null when it is not measured. */
  readonly value: {
    readonly mean: number
    readonly sd: number
    readonly n: number
    readonly verdict: "helps" | "harms" | "inert" | "early"
  } | null
  readonly shown: number
  readonly pinned: boolean
  readonly confirmed: boolean
  /** Marked wrong: out of every pack until a person has looked. */
  readonly muted: boolean
  readonly flags: readonly string[]
  readonly supersedes: string | null
  readonly supersededBy: string | null
  readonly because: string
  readonly evidence: readonly {
    readonly kind: string
    readonly event: string
    /** The cited words; null when forgotten or changed. */
    readonly quote: string | null
    readonly holds: boolean
  }[]
}

/** What is known against it. */
export interface CheckHit {
  readonly card: string
  readonly statement: string
  /** The action is named word for word. */
  readonly exact: boolean
  /** It would be held once, not only told: a norm that names it, or a failure seen at least twice with a known way round. */
  readonly hold: boolean
  readonly remedy: string | null
  readonly why: string
}

/** What reports on tasks taught, where the preset learns from them. */
export interface WorkLearned {
  readonly strategies: readonly {
    readonly scope: string
    readonly name: string
    readonly successes: number
    readonly failures: number
    /** candidate, established, proven or deprecated. */
    readonly state: string
    /** What the state does to a score. */
    readonly weight: number
  }[]
  readonly criteria: readonly {
    readonly scope: string
    readonly criterion: string
    /** 0.1 to 1; 0 when it lost its say. */
    readonly weight: number
    readonly helpful: number
    readonly harmful: number
    /** Milliseconds since the epoch. */
    readonly lastValidated: number
    readonly halfLifeDays: number
    readonly deprecated: boolean
  }[]
}

/** A past episode. */
export interface FoundEpisode {
  readonly id: string
  readonly short: string
  readonly client: string
  readonly scope: string | null
  readonly opened: string
  readonly turns: number
  readonly verdict: string
  readonly prompt: string | null
  readonly score: number
}

/** What went, counted, and what a search afterwards found. */
export interface ForgetReceipt {
  readonly texts: number
  readonly bytes: number
  readonly events: number
  readonly cards: number
  /** 0 when it is gone: texts that still hold it, and names that events keep. */
  readonly found: number
  /** Other texts that repeat a longer erased one word for word. */
  readonly elsewhere: number
}

/** How a task went. */
export interface TaskOutcome {
  /** Your own id of the task: also names its episode (`session` of `episode()` under the same host). */
  readonly task: string
  readonly success: boolean
  readonly durationMs?: number
  readonly errorCount?: number
  readonly retryCount?: number
  readonly filesTouched?: readonly string[]
  readonly strategy?: string
  readonly failureMode?: string
  readonly failureDetails?: string
  /** What the work was measured by, and whether that spoke for it: `{ type_safe: true, readable: false }`. */
  readonly criteria?: Readonly<Record<string, boolean>>
}

/** An error that somebody who works on a task tells of. */
export interface TaskError {
  readonly task: string
  readonly message: string
  /** Default: read off the message. */
  readonly type?: "validation" | "timeout" | "conflict" | "tool_failure" | "unknown"
  readonly tool?: string
  readonly context?: string
  readonly stackTrace?: string
}

/** An error of a task, as far as it went. */
export interface ErrorLine {
  readonly id: string
  readonly type: string
  readonly message: string
  readonly tool: string
  readonly check: string
  readonly firstAt: number
  readonly lastAt: number
  readonly times: number
  /** The event that resolved it; null while it is open. */
  readonly resolvedBy: string | null
}

/** The same of two machines; null where one has none. */
export interface Both<T> {
  readonly a: T | null
  readonly b: T | null
}

/** One log under two presets: what comes out otherwise, biggest changes first. */
export interface ReplayDiff {
  readonly a: { readonly preset: string; readonly hash: string }
  readonly b: { readonly preset: string; readonly hash: string }
  readonly events: number
  readonly cards: {
    readonly total: number
    readonly changed: readonly {
      readonly card: string
      readonly kind: Kind
      readonly statement: string | null
      readonly stage: Both<string>
      readonly value: Both<{ readonly mean: number; readonly n: number; readonly verdict: string }>
      /** Place among measured cards by value, 1 = best: values of two presets have no common scale, places do. */
      readonly rank: Both<number>
    }[]
  }
  readonly verdicts: {
    readonly total: number
    readonly changed: readonly {
      readonly episode: string
      readonly at: number
      readonly verdict: Both<string>
      readonly p: Both<number>
    }[]
  }
  readonly packs: {
    readonly total: number
    readonly changed: readonly {
      readonly pack: string
      readonly episode: string | null
      readonly at: number
      readonly placement: string
      readonly onlyA: readonly string[]
      readonly onlyB: readonly string[]
    }[]
  }
  /** What b would have done, in plain words, with the counts of both. */
  readonly told: readonly {
    readonly what: "kept" | "dropped" | "shown" | "warned"
    readonly a: number
    readonly b: number
    readonly words: string
  }[]
}
