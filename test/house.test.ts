// The laws of the house as a test (ARCHITECTURE.md): arrows, purity, size, words, registries, no rings.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { CLIENTS } from "../src/clients/registry.ts"
import { EVENTS } from "../src/core/events/registry.ts"
import { RULES, WATCHERS } from "../src/core/rules/registry.ts"
import { TABLE } from "../src/core/views/tables.ts"
import { type Import, ROOT, reach, ring, type Source, source, sources } from "./house/source.ts"

const src = sources("src")
const benches = sources("bench")
const tests = sources("test")
const within = (path: string, ...places: readonly string[]) =>
  places.some(place => path === place || (place.endsWith("/") && path.startsWith(place)))

/** A seed is one folder that can be read beside its document. */
const SEEDS = ["astra", "evolver", "groove", "swarm", "nucleus"]
const isRule = (path: string): boolean =>
  /= define(?:Rule|Scribe)\(/.test(src.find(file => file.path === path)?.code ?? "")

/** Who may import what of our own. The first line that fits a file decides. */
const ARROWS: readonly {
  readonly from: readonly string[]
  readonly why: string
  readonly may: (used: Import, path: string) => boolean
}[] = [
  {
    from: [
      "src/core/rules/detect/",
      "src/core/rules/judge/",
      "src/core/rules/credit/",
      "src/core/rules/value/",
      "src/core/rules/trust/",
      "src/core/rules/admit/",
      "src/core/rules/stage/",
      "src/core/rules/rank/",
      "src/core/rules/alarm/",
      "src/core/rules/scribes/",
      ...SEEDS.map(seed => `src/core/rules/${seed}/`),
    ],
    why: "a rule uses the contract, shapes of rows, its folder's own parts and pure libraries, never a rule or a view",
    may: (used, path) =>
      within(used.to, "src/core/rules/rule.ts", "src/core/rules/happening.ts", "src/core/views/table.ts") ||
      within(used.to, "src/core/views/tables.ts", "src/core/views/state.ts") ||
      (used.typeOnly && used.to === "src/core/views/rows.ts") ||
      (dirname(used.to) === dirname(path) && !isRule(used.to)) ||
      (within(used.to, "src/core/") && !within(used.to, "src/core/rules/", "src/core/views/")),
  },
  {
    from: ["src/core/events/"],
    why: "an event knows neither rules nor views",
    may: ({ to }) => within(to, "src/core/") && !within(to, "src/core/rules/", "src/core/views/"),
  },
  { from: ["src/core/"], why: "core imports core", may: ({ to }) => within(to, "src/core/") },
  { from: ["src/store/"], why: "store imports core", may: ({ to }) => within(to, "src/core/", "src/store/") },
  {
    from: ["src/world/", "src/meaning/"],
    why: "what reads the world, or the package's own assets, knows core and the store's files",
    may: ({ to }) => within(to, "src/core/", "src/store/", "src/world/", "src/meaning/"),
  },
  { from: ["src/clients/"], why: "clients import core", may: ({ to }) => within(to, "src/core/", "src/clients/") },
  {
    from: ["src/proposers/"],
    why: "proposers import core",
    may: ({ to }) => within(to, "src/core/", "src/proposers/"),
  },
  {
    from: ["src/lab/"],
    why: "a lab runs rules on data, without a store",
    may: ({ to }) => within(to, "src/core/", "src/lab/", "src/paths.ts"),
  },
  {
    from: ["src/record.ts", "src/spool.ts"],
    why: "record writes events, the spool those that have to wait; they know no rule, no view, no proposer",
    may: ({ to }) =>
      within(to, "src/core/", "src/store/", "src/world/", "src/clients/", "src/record.ts", "src/paths.ts") &&
      !within(to, "src/core/rules/", "src/core/views/"),
  },
  {
    from: ["src/config.ts", "src/config-keys.ts", "src/paths.ts", "src/version.ts"],
    why: "settings and places stand below everything",
    may: ({ to }) => within(to, "src/core/", "src/config-keys.ts", "src/paths.ts"),
  },
  {
    from: ["src/memory/", "src/open.ts"],
    why: "memory composes what is below it, never a door",
    may: ({ to }) => !within(to, "src/cli/", "src/mcp/", "src/http/", "src/hook/", "src/sdk/", "src/index.ts"),
  },
  {
    from: ["src/model/"],
    why: "the optional model reads and writes through memory, and suggests as a proposer does; it knows no door",
    may: ({ to }) =>
      within(to, "src/core/", "src/memory/", "src/model/", "src/proposers/proposer.ts", "src/store/process-lock.ts") ||
      within(to, "src/record.ts", "src/config.ts", "src/paths.ts"),
  },
  {
    from: ["src/install/"],
    why: "installing writes settings and copies; it knows places and the launcher's protocol",
    may: ({ to }) => within(to, "src/core/", "src/install/", "src/hook/protocol.ts", "src/paths.ts"),
  },
  {
    from: ["src/trial/"],
    why: "a trial starts agents and this program from outside; it knows no memory and no door",
    may: ({ to }) => within(to, "src/core/", "src/trial/", "src/paths.ts"),
  },
  {
    from: ["src/team/engines/", "src/team/shared-log.ts"],
    why: "an engine carries envelopes; it knows neither what they mean nor where they come from",
    may: ({ to }) =>
      within(to, "src/core/errors.ts", "src/core/ids.ts", "src/core/in-turn.ts", "src/store/process-lock.ts") ||
      within(to, "src/team/engines/", "src/team/shared-log.ts"),
  },
  {
    from: ["src/team/"],
    why: "sharing composes record, memory, store and engines, never a door",
    may: ({ to }) => !within(to, "src/cli/", "src/mcp/", "src/http/", "src/hook/", "src/index.ts"),
  },
  {
    from: ["src/hook/"],
    why: "the hook path composes clients, record, store and memory; no other door",
    may: ({ to }) => !within(to, "src/cli/", "src/mcp/", "src/http/", "src/index.ts", "src/install/", "src/lab/"),
  },
  {
    from: ["src/dashboard/"],
    why: "the dashboard runs in a browser: of the rest it knows only the shapes of the HTTP door",
    may: used => within(used.to, "src/dashboard/") || (used.typeOnly && used.to === "src/http/schemas.ts"),
  },
  {
    from: ["src/cli/", "src/mcp/", "src/http/", "src/sdk/", "src/index.ts"],
    why: "a door translates: it uses record, memory, settings, the clients' registry, labs, and the words of core",
    may: (used, path) =>
      used.typeOnly ||
      within(
        used.to,
        `${path.split("/").slice(0, 2).join("/")}/`,
        "src/record.ts",
        "src/spool.ts",
        "src/memory/",
        "src/open.ts",
        "src/config.ts",
        "src/config-keys.ts",
        "src/paths.ts",
        "src/version.ts",
      ) ||
      within(
        used.to,
        "src/clients/registry.ts",
        "src/lab/",
        "src/world/repository.ts",
        "src/meaning/word-table.ts",
        "src/meaning/ear.ts",
      ) ||
      within(used.to, "src/hook/", "src/install/", "src/model/", "src/team/", "src/trial/") ||
      (path === "src/cli/upkeep/doctor-store.ts" && used.to === "src/store/sqlite.ts") ||
      // The library's entry names its parts, the commands start the other doors, and one guard stands before every port.
      (path === "src/index.ts" && within(used.to, "src/sdk/", "src/core/json-schema.ts")) ||
      // How a text is JSON is no meaning: settings and bodies are read by one eye.
      (path === "src/http/loopback.ts" && used.to === "src/core/loose.ts") ||
      (path === "src/cli/upkeep/hook.ts" && within(used.to, "src/mcp/")) ||
      (path === "src/cli/upkeep/open.ts" && within(used.to, "src/http/")) ||
      (path === "src/http/schemas.ts" && used.to === "src/core/schema.ts") ||
      within(
        used.to,
        "src/core/errors.ts",
        "src/core/ids.ts",
        "src/core/in-turn.ts",
        "src/core/model.ts",
        "src/core/nearest.ts",
        "src/core/say-number.ts",
        "src/core/scope.ts",
        "src/core/time.ts",
      ),
  },
]

describe("arrows point inwards", () => {
  it("every own import is allowed", () => {
    const broken = src.flatMap(file => {
      const arrow = ARROWS.find(({ from }) => within(file.path, ...from))
      if (!arrow) return [`${file.path} stands in no known place`]
      return file.imports
        .filter(used => used.own && !arrow.may(used, file.path))
        .map(used => `${file.path} imports ${used.to}: ${arrow.why}`)
    })
    expect(broken).toEqual([])
  })
  it("nothing reachable from record.ts is a rule, a view or a proposer", () => {
    const loaded = [...reach("src/record.ts", src)]
    expect(
      loaded.filter(
        path => within(path, "src/proposers/", "src/core/views/") || /^src\/core\/rules\/[a-z]+\//.test(path),
      ),
    ).toEqual([])
  })
  it("there is no ring of imports", () => {
    expect(ring(src)).toBeNull()
  })
  it("every import leads to a file; src, test and bench do not import backwards", () => {
    const broken = [...src, ...benches, ...tests]
      .filter(({ path }) => path !== "test/house.test.ts")
      .flatMap(file =>
        file.imports
          .filter(
            used =>
              used.own && (!existsSync(join(ROOT, used.to)) || (within(file.path, "src/") && !within(used.to, "src/"))),
          )
          .map(used => `${file.path} imports ${used.to}`),
      )
    expect(broken).toEqual([])
  })
  it("packages: the driver, the schema library, the parser and the prompts each have their one place", () => {
    const places: Readonly<Record<string, RegExp>> = {
      "@photostructure/sqlite": /^src\/store\/sqlite\.ts$/,
      "node:sqlite": /^src\/store\/sqlite\.ts$/,
      "zod/mini": /^src\/core\/(?:schema|json-schema)\.ts$/,
      "@modelcontextprotocol/server": /^src\/mcp\/protocol\.ts$/,
      "@modelcontextprotocol/server/stdio": /^src\/mcp\/protocol\.ts$/,
      preact: /^src\/dashboard\//,
      "preact/hooks": /^src\/dashboard\//,
      re2js: /^src\/core\//,
      "jsonc-parser": /^src\/install\/json-text\.ts$/,
      pg: /^src\/team\/engines\/postgres\.ts$/,
      "@nats-io/transport-node": /^src\/team\/engines\/nats(?:-[a-z]+)?\.ts$/,
      "@nats-io/jetstream": /^src\/team\/engines\/nats(?:-[a-z]+)?\.ts$/,
      ai: /^src\/model\/wire\.ts$/,
      "@ai-sdk/anthropic": /^src\/model\/wire\.ts$/,
      "@ai-sdk/openai": /^src\/model\/wire\.ts$/,
      "@ai-sdk/openai-compatible": /^src\/model\/wire\.ts$/,
    }
    const broken = src.flatMap(file =>
      file.imports
        .filter(({ own, to }) => !own && (!to.startsWith("node:") || to in places))
        .filter(({ to }) => !places[to]?.test(file.path))
        .map(({ to }) => `${file.path} imports ${to}`),
    )
    expect(broken).toEqual([])
  })
})

describe("the core is pure", () => {
  const IMPURE: readonly RegExp[] = [
    /\bDate\.now\b/,
    /\bnew Date\(\s*\)/,
    /\bMath\.random\b/,
    /\bprocess\.[a-z]/,
    /\bperformance\.now\b/,
    /\bfetch\(/,
    /\b(?:setTimeout|setInterval|setImmediate)\b/,
    /\brandom(?:Bytes|UUID|Int)\b/,
    /\bimport\.meta\b/,
    /\bawait\b/,
    /\.(?:localeCompare|toLocale[A-Z]\w*)\(/,
  ]
  const offences = (file: Source) => [
    ...IMPURE.filter(sign => sign.test(file.bare)).map(sign => `${file.path} uses ${sign.source}`),
    ...file.imports.filter(used => used.dynamic && !used.typeOnly).map(({ to }) => `${file.path} loads ${to} late`),
    ...file.imports
      .filter(({ own, to }) => !own && !["node:crypto", "zod/mini", "re2js"].includes(to))
      .map(({ to }) => `${file.path} imports ${to}`),
  ]
  it("no clock, chance, environment, IO, waiting or locale under src/core", () => {
    expect(src.filter(file => within(file.path, "src/core/")).flatMap(offences)).toEqual([])
  })
  it("and the check catches a planted offence", () => {
    for (const planted of [
      "const a = Date.now()",
      "new Date( )",
      "Math.random()",
      'import { readFileSync } from "node:fs"',
      "process.env.X",
      'await import("./x.ts")',
    ])
      expect(offences(source("src/core/planted.ts", planted)).length).toBeGreaterThan(0)
    for (const fine of [
      "// Date.now() is refused",
      "new Date(at)",
      'import { createHash } from "node:crypto"',
      "/* process.env */",
    ])
      expect(offences(source("src/core/planted.ts", fine))).toEqual([])
  })
})

describe("rows are reached through their tables", () => {
  /** Engines of the port, the canonical dump, and what passes every write on. */
  const PORT = [
    "src/core/views/table.ts",
    "src/core/views/rows.ts",
    "src/core/views/dump.ts",
    "src/memory/search-docs.ts",
  ]
  const asserted = (file: Source) =>
    [
      ...file.bare.matchAll(
        /\b(?:get|range|first|list)<(?!\w+ extends )[^()=;]*>\(|\b(?:rows|views)\.(?:get|range|first|set|delete)\(""/g,
      ),
    ].map(([found]) => `${file.path}: ${found}`)
  it("nobody asserts what a row is, or names a table by its word", () => {
    const readers = src.filter(({ path }) => !within(path, "src/store/", ...PORT))
    expect(readers.flatMap(asserted)).toEqual([])
  })
  it("outside core nobody writes a row of the views", () => {
    const doors = src.filter(({ path }) => !within(path, "src/core/", "src/store/"))
    expect(doors.filter(({ bare }) => /(?<!SHARED_)\bTABLE\./.test(bare)).map(({ path }) => path)).toEqual([])
  })
  it("and the check catches a planted one", () => {
    for (const planted of ['rows.get<CardView>("card", id)', "list<CardView>(rows, x)", 'views.get("card", id)'])
      expect(asserted(source("src/memory/planted.ts", planted)).length).toBeGreaterThan(0)
    expect(asserted(source("src/memory/planted.ts", "read.card.get(memory.views, id)"))).toEqual([])
  })
})

describe("form", () => {
  it("no file over 300 lines without a reason in its header", () => {
    const long = [...src, ...benches].filter(
      ({ text }) => text.trimEnd().split("\n").length > 300 && !/^\/\/.*Long because:/m.test(text.slice(0, 1200)),
    )
    expect(long.map(({ path, text }) => `${path}: ${text.trimEnd().split("\n").length} lines`)).toEqual([])
  })
  it("every source file opens with what it is", () => {
    expect(src.filter(({ text }) => !/^(?:\/\/|\/\*\*)/.test(text)).map(({ path }) => path)).toEqual([])
  })
  it("files are kebab-case and named for a concept", () => {
    const nameless = /(?:^|[-/])(?:utils?|helpers?|common|misc|managers?|services?|v[2-9]|new|enhanced|impl)(?:[-./]|$)/
    expect(
      src
        .filter(
          ({ path }) =>
            !/^src\/(?:[a-z0-9]+(?:-[a-z0-9]+)*\/)*[a-z0-9]+(?:-[a-z0-9]+)*\.tsx?$/.test(path) || nameless.test(path),
        )
        .map(({ path }) => path),
    ).toEqual([])
  })
  it("named exports only, and nothing left to do", () => {
    expect(src.filter(({ code }) => /^export default\b/m.test(code)).map(({ path }) => path)).toEqual([])
    const open = new RegExp(`\\b(?:${["TO", "FIX"].map((half, i) => half + ["DO", "ME"][i]).join("|")})\\b`)
    expect(
      [...src, ...benches, ...tests].filter(({ comments }) => open.test(comments)).map(({ path }) => path),
    ).toEqual([])
    const skipped = /\b(?:it|test|describe)\.(?:skip|only|todo)\b/
    expect(
      tests.filter(({ path, code }) => path !== "test/house.test.ts" && skipped.test(code)).map(({ path }) => path),
    ).toEqual([])
  })
})

describe("one word per concept (docs/concepts.md)", () => {
  it("comments and sources cite only documents that are in the repository", () => {
    const there = (name: string) => ["", "docs/", "docs/decisions/"].some(place => existsSync(join(ROOT, place, name)))
    const cited = src.flatMap(file =>
      [
        ...file.text.matchAll(/(?<![\w/.*-])(?:docs\/)?(?:decisions\/)?[a-z][a-z-]*\.md(?= [0-9]|[),;:]| \*\/|\. )/g),
      ].map(m => ({ at: file.path, name: m[0] })),
    )
    expect(cited.length).toBeGreaterThan(20)
    expect(cited.filter(({ name }) => !there(name)).map(({ at, name }) => `${at}: ${name}`)).toEqual([])
    expect(src.filter(file => /\bdesign \d/.test(file.text)).map(file => file.path)).toEqual([])
  })

  it("every noun that crosses a boundary is defined", () => {
    const nouns = [
      ...source("src/core/model.ts", readFileSync(join(ROOT, "src/core/model.ts"), "utf8")).exports,
    ].filter(name => /^[A-Z][a-z]/.test(name))
    expect(nouns.length).toBeGreaterThan(20)
    const page = readFileSync(join(ROOT, "docs/concepts.md"), "utf8").toLowerCase()
    const spaced = (noun: string) => noun.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase()
    const isDefined = (noun: string) => new RegExp(`\\*\\*(?:a |what a )?${spaced(noun)}s?\\.?\\*\\*`).test(page)
    expect(nouns.filter(noun => !isDefined(noun) && !page.includes(`*${spaced(noun)}*`))).toEqual([])
  })

  const FOREIGN = [
    "principle",
    "belief",
    "learning",
    "pattern",
    "session",
    "antipattern",
    "util",
    "helper",
    "manager",
    "service",
    "engine",
  ]
  /** Files that need a foreign word, and why. */
  const ALLOWED: Readonly<Record<string, { readonly word: string; readonly because: string }>> = {
    "src/core/patterns.ts": {
      word: "pattern",
      because: "the expressions that a user writes in patterns.negative and patterns.positive",
    },
  }
  const foreign = (name: string) => {
    const words = name
      .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
      .replaceAll("_", " ")
      .toLowerCase()
      .split(" ")
    return FOREIGN.filter(stranger => words.includes(stranger) || words.includes(`${stranger}s`)).filter(
      stranger => !(stranger === "pattern" && words.includes("user")),
    )
  }
  it("exported names under src/core use our words", () => {
    const strangers = src
      .filter(file => within(file.path, "src/core/"))
      .flatMap(file =>
        file.exports
          .filter(name => foreign(name).some(word => word !== ALLOWED[file.path]?.word))
          .map(name => `${file.path}: ${name}`),
      )
    expect(strangers).toEqual([])
  })
  it("every exception is still needed", () => {
    const idle = Object.entries(ALLOWED).filter(([path, { word }]) => {
      const file = src.find(candidate => candidate.path === path)
      return !file?.exports.some(name => foreign(name).includes(word))
    })
    expect(idle.map(([path]) => path)).toEqual([])
  })
  it("and the check catches a planted word", () => {
    expect(["sessionId", "PRINCIPLES", "LearningRow"].map(name => foreign(name).length)).toEqual([1, 1, 1])
    expect(["userPatterns", "episodeId", "learn"].map(name => foreign(name).length)).toEqual([0, 0, 0])
  })
})

describe("the hinge", () => {
  const rules = src.filter(({ path }) => within(path, "src/core/rules/"))
  it("no rule asserts what its params or rows are", () => {
    expect(rules.filter(({ bare }) => /\bas unknown as\b/.test(bare)).map(({ path }) => path)).toEqual([])
  })
  it("the fold names no rule: it knows events, time, happenings and the nine questions", () => {
    const fold = src.filter(({ path }) => within(path, "src/core/views/"))
    const named = fold.flatMap(({ path, imports }) =>
      imports.filter(used => isRule(used.to)).map(used => `${path} imports ${used.to}`),
    )
    expect(named).toEqual([])
  })
  it("outside the core nobody holds the fold's pens: views are read by views/read.ts, and of its context only rules are asked", () => {
    const taken = (path: string, { code }: Source): readonly string[] =>
      [...code.matchAll(/import (?:type )?\{([^}]*)\} from "[^"]*\/views\/(?:context|tables)\.ts"/g)].flatMap(
        ([, names]) =>
          names!
            .split(",")
            .map(name => name.replace("type ", "").trim())
            .filter(name => name !== "" && !["FoldContext", "decide", "ruleFor", "upkeepIn"].includes(name))
            .map(name => `${path} takes ${name}`),
      )
    expect(src.filter(({ path }) => !within(path, "src/core/")).flatMap(file => taken(file.path, file))).toEqual([])
    const planted = 'import { type FoldContext, saveCard } from "../core/views/context.ts"'
    expect(taken("planted", source("src/memory/planted.ts", planted))).toEqual(["planted takes saveCard"])
  })
  it("what a tool does is its client's word: behind the clients no tool is known by its name", () => {
    const names = CLIENTS.flatMap(({ tools }) => Object.values(tools).flat()).filter(name =>
      /.[A-Z_]|Bash|Grep/.test(name),
    )
    const named = new RegExp(`["'(|](?:${names.join("|")})["')|]`)
    const behind = ["src/core/", "src/proposers/", "src/record.ts"]
    const known = src
      .filter(({ path }) => within(path, ...behind) && path !== "src/core/events/tool-names.ts")
      .filter(({ code }) => named.test(code))
      .map(({ path }) => path)
    expect(known).toEqual([])
  })
  it("a rule's constants stand in its params: beside them only units, and bounds on how much is read", () => {
    const unit = /^(?:DAY|HOUR|MINUTE|EXACT|MOST_[A-Z]+)$/
    const constants = ({ path, bare }: Source): readonly string[] =>
      [...bare.matchAll(/^(?:export )?const ([A-Z][A-Z_]*)(?::[^=]*)? = [-(]?\d/gm)].flatMap(([, name]) =>
        unit.test(name!) ? [] : [`${path}: ${name}`],
      )
    expect(rules.flatMap(constants)).toEqual([])
    expect(constants(source("src/core/rules/planted.ts", "const PAUSE_MS = 5 * 60_000"))).toHaveLength(1)
  })
  it("ARCHITECTURE.md stays short enough to be read", () => {
    expect(readFileSync(join(ROOT, "ARCHITECTURE.md"), "utf8").split("\n").length).toBeLessThanOrEqual(121)
  })
  it("the core writes no page: what a browser or a terminal shows is a door's", () => {
    const pages = src.filter(
      ({ path, code }) => within(path, "src/core/") && /<\/(?:div|html|body|style|table|section)>/.test(code),
    )
    expect(pages.map(({ path }) => path)).toEqual([])
  })
  describe("a seed is named in its folder and in the table of presets, and nowhere else", () => {
    /** A swarm of agents is also somebody who reports; a lab is named after the seed whose judgement it tries. */
    const others = [
      ...["src/core/events/exposure.ts", "src/memory/acting/told-episode.ts", "src/sdk/"],
      ...["src/lab/", "src/cli/machines/lab.ts", "src/cli/machines/replay.ts"],
      "src/core/rules/registry.ts",
      ...SEEDS.map(seed => `src/core/rules/${seed}/`),
    ]
    /** Whole words, parts of a name (`grooveBreaker`, "groove_breaker", GROOVE) and the seeds' numbers. */
    const seed = new RegExp(`${SEEDS.join("|")}|\\bseed[ -]?00\\d`, "i")
    /** Rules and tables that only a seed has: their names say whose they are as well as the seed's own. */
    const mine = (path: string): boolean => SEEDS.some(name => path.startsWith(`src/core/rules/${name}/`))
    const theirs = src.filter(({ path }) => mine(path))
    const known = RULES.filter(({ name }) => theirs.some(({ code }) => code.includes(`"${name}@`))).flatMap(
      // A table with a plain name is a plain word too: raw names of tables are refused above.
      rule => [rule.name, ...(rule.tables ?? []).map(t => t.name).filter(name => name.includes("_"))],
    )
    const quoted = new RegExp(`["'\`/](?:${[...new Set(known)].join("|")})(?:@\\d+)?["'\`/]`)
    const offences = ({ path, text, code, imports }: Source): readonly string[] => [
      ...(seed.test(text) ? [`${path} names a seed`] : []),
      ...(quoted.test(code) ? [`${path} names a seed's rule or table: ${quoted.exec(code)?.[0]}`] : []),
      ...imports.filter(({ to }) => mine(to)).map(({ to }) => `${path} imports ${to}`),
    ]
    it("in the whole of the source", () => {
      expect(known.length).toBeGreaterThan(20)
      expect(src.filter(({ path }) => !within(path, ...others)).flatMap(offences)).toEqual([])
    })
    it("and every exception is still needed", () => {
      const idle = others.filter(place => !src.some(file => within(file.path, place) && offences(file).length > 0))
      expect(idle).toEqual([])
    })
    it("and the check catches a planted one", () => {
      for (const planted of [
        "// as astra does it",
        "const grooveBreaker = 1",
        'if (preset.name === "swarm") stop()',
        'rows.get("groove_breaker", id)',
        'rule.name === "gardener"',
        'import { reward } from "../rules/astra/decisions.ts"',
      ])
        expect(offences(source("src/core/views/planted.ts", planted)).length, planted).toBeGreaterThan(0)
      expect(offences(source("src/core/views/planted.ts", 'const a = "beta"'))).toEqual([])
    })
  })
  describe("one file writes a table", () => {
    /** Where tables are declared: lists of them (`TABLE.card`), and single ones (`USES`). */
    const LISTS = ["TABLE", "ASSESSED", "SHARED_TABLE"]
    const one = (name: string): string => `(?<![\\w.])(?:${LISTS.join("|")})\\.${name}`
    const writes = ({ bare, path, imports }: Source): readonly string[] => {
      if (!imports.some(({ to }) => /\/tables?\.ts$/.test(to))) return []
      const single = [...bare.matchAll(/\bconst ([A-Z_]+) = table\b/g)].map(([, name]) => name!)
      const names = [one("\\w+"), ...single.map(name => `\\b${name}`)].join("|")
      // Handed on as a value it could be written under another name: only what a rule declares may be.
      const plain = bare.replace(/\b(?:reads|tables)(?:: |\()[^\n]*/g, "").replace(/\b[A-Z_]*READS = [^\n]*/g, "")
      return [
        ...[...plain.matchAll(new RegExp(`(${names})\\.(?:set|delete|clear)\\(`, "g"))].map(([, name]) => name!),
        ...[...plain.matchAll(new RegExp(`(${one("\\w+")})(?![\\w.]|\\s*\\.)`, "g"))].map(
          ([, name]) => `${name} by a value`,
        ),
      ].map(name => (single.some(s => name.startsWith(s)) ? `${path}: ${name}` : name))
    }
    it("in the whole of the core", () => {
      const writers = new Map<string, Set<string>>()
      for (const file of src.filter(({ path }) => within(path, "src/core/")))
        for (const name of writes(file)) writers.set(name, (writers.get(name) ?? new Set()).add(file.path))
      expect(writers.size).toBeGreaterThan(40)
      expect([...writers].filter(([name, files]) => files.size > 1 || name.endsWith("by a value"))).toEqual([])
    })
    it("and the check catches a pen under another name", () => {
      const planted = source(
        "src/core/views/planted.ts",
        'import { TABLE } from "./tables.ts"\nconst t = TABLE.card\nt.set(rows, id, card)',
      )
      expect(writes(planted)).toEqual(["TABLE.card by a value"])
    })
  })
  it("one rule writes a table of its own", () => {
    const owners = new Map<string, string[]>()
    for (const { question, name: who, tables } of WATCHERS)
      for (const { name } of tables ?? []) owners.set(name, [...(owners.get(name) ?? []), `${question}/${who}`])
    expect([...owners].filter(([, who]) => who.length > 1)).toEqual([])
    const common: ReadonlySet<string> = new Set(Object.values(TABLE).map(t => t.name))
    expect([...owners.keys()].filter(name => common.has(name))).toEqual([])
  })
})

describe("registries are complete", () => {
  /** A registry that does not exist yet is complete; from then on every file of its kind must be in it. */
  const missing = (registry: string, members: readonly Source[]) => {
    const list = src.find(file => file.path === registry)
    if (!list) return []
    const listed = new Set(list.imports.map(used => used.to))
    return members.filter(file => !listed.has(file.path)).map(file => file.path)
  }
  it("rules", () => {
    expect(
      missing(
        "src/core/rules/registry.ts",
        src.filter(({ path }) => isRule(path)),
      ),
    ).toEqual([])
  })
  it("events", () => {
    const defined = src
      .filter(({ path }) => within(path, "src/core/events/"))
      .flatMap(({ code }) => [...code.matchAll(/= (?:authored|observed)Event\("([\w.]+)"/g)].map(([, type]) => type))
    expect(defined.length).toBeGreaterThan(40)
    expect(defined.sort()).toEqual(EVENTS.map(({ type }) => type as string).sort())
  })
  it("clients", () => {
    expect(
      missing(
        "src/clients/registry.ts",
        src.filter(({ path, code }) => within(path, "src/clients/") && /= defineClient\(/.test(code)),
      ),
    ).toEqual([])
  })
  it("commands", () => {
    expect(
      missing(
        "src/cli/commands.ts",
        src.filter(({ path, code }) => within(path, "src/cli/") && /= defineMettleCommand\(/.test(code)),
      ),
    ).toEqual([])
  })
  it("errands", () => {
    const members = src.filter(({ code }) => /^export const \w+: Work = |^\} satisfies Work$/m.test(code))
    expect(members).toHaveLength(5)
    expect(missing("src/hook/beside/errands.ts", members)).toEqual([])
  })
  it("labs", () => {
    const members = src.filter(
      ({ path, exports }) => within(path, "src/lab/") && exports.some(name => /^lab[A-Z]/.test(name)),
    )
    expect(missing("src/cli/machines/lab.ts", members)).toEqual([])
  })
})

describe("documents", () => {
  const lines = (name: string) => readFileSync(join(ROOT, name), "utf8").trimEnd().split("\n").length
  it("ARCHITECTURE.md stays under 150 lines, AGENTS.md about thirty, and the root holds no other prose", () => {
    expect(lines("ARCHITECTURE.md")).toBeLessThan(150)
    expect(lines("AGENTS.md")).toBeLessThanOrEqual(34)
    const prose = readdirSync(ROOT)
      .filter(name => name.endsWith(".md"))
      .sort()
    expect(
      prose.filter(
        name =>
          ![
            "AGENTS.md",
            "ARCHITECTURE.md",
            "CHANGELOG.md",
            "CONTRIBUTING.md",
            "README.md",
            "SECURITY.md",
            "SPEC.md",
            "NOTICE.md",
          ].includes(name),
      ),
    ).toEqual([])
  })
  it("every dependency is pinned and justified", () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Record<
      string,
      Record<string, string>
    >
    const page = readFileSync(join(ROOT, "docs/decisions/0002-dependencies.md"), "utf8")
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      expect(version, name).toMatch(/^\d+\.\d+\.\d+$/)
      expect(page.includes(`\`${name}\``), `${name} in docs/decisions/0002-dependencies.md`).toBe(true)
    }
    expect(Object.keys(dependencies!)).toEqual(["@photostructure/sqlite"])
  })
  it("nobody's install runs a script of ours", () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
      scripts: Record<string, string>
    }
    expect(Object.keys(scripts).filter(name => /^(?:pre|post)?install$/.test(name))).toEqual([])
  })
})
