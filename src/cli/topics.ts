// Help that belongs to no single command: error codes, words, privacy, settings, exit codes. Each under 24 lines.
import { KEYS } from "../config-keys.ts"
import { CODES, type Code } from "../core/errors.ts"

export interface Topic {
  readonly name: string
  readonly summary: string
  readonly lines: readonly string[]
}

/** What each code means, what still works, what to do. A code without an entry does not compile. */
const ERRORS: Readonly<Record<Code, readonly string[]>> = {
  E_LOCKED: [
    "Another process is writing the store and did not let go in time.",
    "Reading works; hooks keep redacted drafts and add them later.",
    "Wait a moment and repeat; mettle doctor names a process that hangs.",
  ],
  E_NEWER: [
    "The store was written by a newer mettle. It is opened read-only, never guessed at.",
    "Upgrade mettle on this machine, or point METTLE_HOME at another store.",
  ],
  E_INTEGRITY: [
    "Bytes changed on disk: an event or a text no longer matches its hash. It is named.",
    "Everything that still matches can be read. Restore a backup, or export what is good and start afresh.",
  ],
  E_DISK: [
    "The disk is full, or the folder cannot be written, is a link, or belongs to someone else.",
    "Your agent goes on working; reading works.",
    "Free some space, or move the store: mettle config set data.dir <path>.",
  ],
  E_SQLITE: [
    "No SQLite of version 3.51.3 or newer was found. Older ones can corrupt a log in WAL mode.",
    "Reinstall mettle (npm install), which brings its own; or use a newer Node.",
  ],
  E_EVENT: [
    "An event does not fit its schema, so it was not stored. Nothing else was touched.",
    "From your own code: see docs/log-format.md. From mettle itself: please report it.",
  ],
  E_CONFIG: [
    "A setting is not valid. Until it is repaired nothing is recorded, since it may be a privacy setting.",
    "mettle config explain shows every setting and where it comes from.",
  ],
  E_USAGE: ["The command line was not understood. mettle <command> --help shows examples."],
  E_INIT: ["mettle is not set up here yet. mettle init shows what it would add before it adds anything."],
  E_NOT_FOUND: ["There is no such thing, or its text was forgotten. Ids may be shortened as long as they are unique."],
  E_CAP: [
    "A cap was reached: bytes of the store, or model tokens or money of the day. Caps are never passed silently.",
    "Raise it with mettle config set, or let retention and forget make room.",
  ],
  E_OFFLINE: [
    "The team's shared log does not answer: server, network or folder. What you do here is recorded as always.",
    "What is shared waits in the outbox and is sent when it answers again; mettle team status shows how much.",
  ],
  E_INTERRUPTED: ["You stopped it. What was done so far is kept; running it again takes up where it stopped."],
  E_BUG: ["This should not happen. --verbose shows where; a report helps. Your agent and the log are not affected."],
}

const topics: readonly Topic[] = [
  {
    name: "concepts",
    summary: "the words mettle uses",
    lines: [
      "event, log   a recorded fact; all of them in order, the only thing that cannot be recomputed",
      "episode      one run of an agent on one task; made of turns and segments",
      "evidence     a pointer to exact words, checked by hash",
      "signal       what one event says about progress",
      "outcome      a test, build, commit, deploy or a word of yours that says how it went",
      "verdict      success, failure, mixed or unjudged",
      "card         one thing learned: preference, constraint, commitment, fact, tactic, negative result",
      "exposure     a card was shown; credit is its share of what followed",
      "value        what a card is worth: mean, interval, count",
      "trust        how far a source was right; never of your own words",
      "stage        trial, active, proven, needs_recheck, archived, superseded, deprecated",
      "rule, preset a pure answer to one of nine questions; a choice of rules",
      "pack, check  what the agent is given; what it is told or held from before an action",
      "scope        repo, domain, global",
      "",
      "More: docs/concepts.md",
    ],
  },
  {
    name: "privacy",
    summary: "what is kept, where, and how to keep things out",
    lines: [
      "Everything stays on this computer: no account, no telemetry, no update check, no network by default.",
      "Secrets are masked before the first byte is written; <private>…</private> is dropped.",
      "",
      "  METTLE=off                            nothing is recorded or shown",
      "  mettle pause 1h                       stop recording for a while; the gap stays a gap",
      '  mettle forget --text "…"              erase for good, then search again (also --card, --episode, --since)',
      "  mettle config set ignore.repos a,b    repositories never recorded (path, id or origin)",
      "  mettle config set ignore.globs …      files whose content is never recorded",
      '  .mettle/config.json {"record": false} a repository that wants to be left alone',
      "",
      "Text is kept for retention.textDays days (default 180), facts without text for good.",
      "A repository's own file can make these stricter, never looser.",
    ],
  },
  {
    name: "settings",
    summary: "every setting",
    lines: [
      ...Object.keys(KEYS)
        .reduce<string[]>((rows, name, i) => {
          if (i % 3 === 0) rows.push("")
          rows[rows.length - 1] += name.padEnd(26)
          return rows
        }, [])
        .map(text => text.trimEnd()),
      "",
      "Order: flags, METTLE_* variables, .mettle/config.json, your config.json, defaults.",
      "  mettle config explain <key>   what it means, who set it",
    ],
  },
  {
    name: "exit-codes",
    summary: "what the exit codes mean",
    lines: [
      "0 ok · 1 failed · 2 usage or settings · 3 not set up · 4 not found · 5 busy · 6 integrity",
      "7 cap reached · 8 shared log offline · 10 check matched · 130 interrupted. Hooks always exit 0.",
    ],
  },
]

export const TOPICS: readonly Topic[] = [
  ...topics,
  ...(Object.keys(CODES) as Code[]).map(code => ({
    name: code,
    summary: ERRORS[code][0]!,
    lines: [`${code} (exit ${CODES[code]})`, ...ERRORS[code]],
  })),
]
