// Help that belongs to no single command: words, privacy, hooks, MCP, the library, errors, settings. Each under 24 lines.
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
    "Everything that still matches can be read. mettle doctor --repair sets the file aside and keeps all of that;",
    "a backup (mettle export backup) holds the rest.",
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
      "  METTLE=off claude                     one run unseen: nothing is recorded or shown, and reading past",
      "                                        sessions leaves it out (not one from before mettle was installed)",
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
    name: "hooks",
    summary: "how agents are heard, and what they are given",
    lines: [
      "mettle init adds hooks to Claude Code, Codex CLI, Gemini CLI, OpenCode and Cursor, after showing every line.",
      "A hook hears a prompt, a tool call or its end, answers in a moment, and exits 0 whatever happens.",
      "",
      "  at the start, at a prompt    a pack: the few notes that matter, each with its source",
      "  before a tool                a check: a known mistake is held once; the same call again passes",
      "  after a failure              what helped last time",
      "",
      "Hooks call a launcher in the data folder, so they survive upgrades and removed packages. Five failures in a",
      "row switch them off; one tries again after a minute, later after an hour at most, and the first that succeeds",
      "switches them on. mettle doctor does so at once. METTLE=off silences them for one run.",
      "  mettle doctor       are they there, trusted, quick",
      "  mettle uninstall    out again, byte for byte",
    ],
  },
  {
    name: "mcp",
    summary: "the memory for agents that ask",
    lines: [
      "Hooks give notes unasked. Over MCP an agent can also ask:",
      "",
      "  memory_pack(prompt)            notes for a task        memory_search(query)   one line per note",
      "  memory_read(id)                a note with evidence    memory_check(action)   known failures and rules",
      "  memory_note(text)              a candidate of its own  memory_feedback(id)    useful, irrelevant, wrong",
      "  memory_keep(quote)             your own typed words, quoted whole; nobody else's pass",
      "",
      "It sees its own repository, its domains and what is global, nothing else. What it writes waits for an outcome",
      "or your nod (mettle review) and never counts as your words. wrong takes a note out of packs at once. Nothing",
      "can be deleted over MCP.",
      "  mettle init --mcp      add it to Claude Code, Codex CLI, Gemini CLI, OpenCode",
      "  mettle mcp             the server itself, over stdio",
    ],
  },
  {
    name: "sdk",
    summary: "the memory inside your own program",
    lines: [
      'import { openMemory } from "mettle"',
      "",
      'await using m = await openMemory({ store: "memory" })     // or { dir }, or nothing: this computer\'s memory',
      'const ep = m.episode({ repo: ".", host: "my-agent" })',
      'await ep.user("use pnpm, not npm")',
      'await ep.tool({ name: "Bash", input: "pnpm test", output, exitCode: 0 })',
      "const ledger = await ep.end()                              // what was learned, and why",
      'const pack = await m.pack({ episode: ep, prompt: "…" })    // text, items, what was left out',
      "",
      "Clock, chance, store, embedder and model are yours to replace; errors carry a code; signals stop everything.",
      "More: docs/sdk.md, examples/",
    ],
  },
  {
    name: "team",
    summary: "sharing with people who work on the same code",
    lines: [
      "mettle team shares cards and their evidence with people on the same repositories, through a place you run.",
      "Off until you join. It shows what would leave before anything does; nobody else's word becomes your norm",
      "without your nod.",
      "  mettle team --help     examples and flags",
    ],
  },
  {
    name: "statusline",
    summary: "mettle in Claude Code's status line, or in your prompt",
    lines: [
      "mettle status --line prints one line: recording or paused, notes, what waits for you. In ~/.claude/settings.json:",
      "",
      '  "statusLine": { "type": "command", "command": "mettle status --line" }',
      "",
      "Beside a line of your own: a script that prints yours and then",
      "  mettle status --line --no-color 2>/dev/null",
      "It only reads; when something is wrong it says so on stderr.",
    ],
  },
  {
    name: "errors",
    summary: "how errors are told, and their codes",
    lines: [
      "Every error says what, why, what still works, what to do next, and a code: mettle help E_DISK explains one.",
      "With --json the error is an object on stdout; programs that use the library catch MettleError with .code.",
      "",
      ...(Object.keys(CODES) as Code[]).map(
        code => `  ${code.padEnd(14)} exit ${String(CODES[code]).padEnd(4)} ${ERRORS[code][0]!.slice(0, 78)}`,
      ),
      "",
      "Exit 0 is well, 10 a check that matched. Hooks always exit 0.",
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
