// docs/proof.md and its pictures, from bench/results.json: every figure on the page is read from there, so that none can
// be written by hand. What a figure means and what it does not is written here. Pure.
import { aimTable } from "./aims.ts"
import { claimTable } from "./claims.ts"
import { type Bar, bars, curves } from "./pictures.ts"

interface Interval {
  readonly n: number
  readonly mean: number
  readonly low: number
  readonly high: number
}
interface World {
  readonly phases: Readonly<Record<string, { readonly success: Interval; readonly told: number; readonly by_pack: number }>>
  readonly contrasts: Readonly<Record<string, Interval>>
  readonly expected: string
}
interface Design {
  readonly removed: readonly Interval[]
  readonly kept: Interval
  readonly flagged: { readonly harmful: number; readonly good: number; readonly idle: number }
  readonly curve: readonly number[]
}
interface Restated {
  readonly restatements: number
  readonly known: number
  readonly in_start_pack: number
  readonly in_a_pack: number
}
type Any = any
export interface Results {
  readonly machine: Readonly<Record<string, Any>>
  readonly results: Readonly<Record<string, Any>>
}
export interface ProofPage {
  readonly page: string
  /** by file name in docs/pictures */
  readonly pictures: Readonly<Record<string, string>>
}

const pct = (x: number, digits = 0): string => `${(100 * x).toFixed(digits)}%`
const pts = (x: number): string => (100 * x).toFixed(1)
const span = (i: Interval): string => `${pts(i.mean)} (${pts(i.low)} to ${pts(i.high)})`
const row = (...cells: readonly (string | number)[]): string => `| ${cells.join(" | ")} |`
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [row(...head), row(...head.map(() => "---")), ...rows.map(cells => row(...cells))].join("\n")
const picture = (name: string, about: string): string => `![${about}](pictures/${name})`

export function proofPage({ machine, results }: Results): ProofPage {
  const parts = [liveness(results), rollback(results), harm(results), failures(results), instructions(results)]
  const page = [
    "# Proof",
    "",
    "<!-- Generated from bench/results.json by tools/proof-page.ts: UPDATE_DOCS=1 npx vitest run test/house/proof-page.test.ts -->",
    "",
    `Every figure below was measured by the command above its table and is read from [bench/results.json](../bench/results.json). The file was last written on ${machine.cores} cores, ${machine.memory_gb} GB, ${machine.platform}, Node ${machine.node}; each part of it names its own commit.`,
    "",
    NOT_SHOWN,
    "",
    "## Five claims",
    "",
    claimTable(results),
    "",
    "## Before and after",
    "",
    "What this version set out to reach, beside what version 0.1 (commit d146bec) gave. Figures of 0.1 were measured by people who had not built it, partly on other people or logs than ours; where a row says so, compare with care.",
    "",
    aimTable(results),
    "",
    ...parts.flatMap(part => [part.text, ""]),
    others(results),
    "",
  ].join("\n")
  return { page, pictures: Object.assign({}, ...parts.map(part => part.pictures)) }
}

interface Part {
  readonly text: string
  readonly pictures: Readonly<Record<string, string>>
}
const commit = (of: Any): string => `commit ${of.commit}`

function liveness({ liveness: of }: Results["results"]): Part {
  const presets = Object.entries(of as Record<string, Any>).filter(([, v]) => typeof v?.alive === "boolean")
  const rows = presets.map(([name, v]) => [
    name,
    v.alive ? "yes" : "no",
    v.value ? v.value.passed.toFixed(3) : "none",
    v.value ? v.value.failed.toFixed(3) : "none",
    v.steps.at(-1),
  ])
  const alive = presets.filter(([, v]) => v.alive).length
  const name = "proof-liveness.svg"
  const about = "How many of three steps a made-up episode came under every preset: a card, a place on the next shortlist, a value that the outcome decides."
  return {
    pictures: {
      [name]: bars({ title: "One episode moves one card", about }, 3, [
        {
          name: "steps of three",
          bars: presets.map(([label, v]) => ({
            label,
            value: v.alive ? 3 : v.steps.length - 1,
            told: v.value ? `passed ${v.value.passed.toFixed(3)}, failed ${v.value.failed.toFixed(3)}` : "no value",
            tone: v.alive ? ("good" as const) : ("plain" as const),
          })),
        },
      ]),
    },
    text: [
      "## The loop is alive",
      "",
      `\`npm run bench -- liveness\`, also in \`mettle doctor\` and in \`npm test\` (test/memory/liveness.test.ts); ${commit(of)}`,
      "",
      "A made-up failure is fixed, a card comes of it, it stands on the next shortlist, and the next test passes or fails. The card must be worth more where it passed.",
      "",
      table(["preset", "alive", "value after a pass", "after a failure", "how far it came"], rows),
      "",
      `${alive} of ${presets.length} presets learn from one episode; \`plain\` does not, and is there to compare with. Values of different presets have no common scale.`,
      "",
      picture(name, about),
    ].join("\n"),
  }
}

function rollback({ rollback: of }: Results["results"]): Part {
  const worlds = Object.entries(of as Record<string, World>).filter(([, v]) => v?.phases !== undefined)
  const name = "proof-rollback.svg"
  const about = "Success in four phases, with 95% intervals, in the world where the shown step matters and in the one where it is idle."
  return {
    pictures: {
      [name]: bars(
        { title: "Without, with, rolled back, re-applied", about },
        1,
        worlds.map(([world, { phases }]) => ({
          name: world,
          bars: Object.entries(phases).map(
            ([label, { success }]): Bar => ({
              ...{ label, value: success.mean, low: success.low, high: success.high, told: `${span(success)} %` },
              tone: label === "with" || label === "re-applied" ? "good" : "plain",
            }),
          ),
        })),
      ),
    },
    text: [
      "## Rollback: without, with, rolled back, re-applied",
      "",
      `\`npm run bench -- rollback\`; ${commit(of)}; ${of.seeds} seeds, ${of.tasks_per_phase} tasks per phase, ${pct(of.interval)} intervals over seeds.`,
      "",
      "A scripted agent in a repository whose tests need a step first. It learns of that step only through what the real memory shows it (pack, check), else it guesses in 35% of tasks. The memory is taught once per area, then all its cards are archived, then that is undone. N, seeds, effect sizes and what was expected were committed in [bench/rollback-plan.json](../bench/rollback-plan.json) before the run.",
      "",
      ...worlds.flatMap(([world, { phases, contrasts, expected }]) => [
        `**${world}** (expected beforehand: ${expected})`,
        "",
        table(
          ["phase", "success, %", "told of the step", "by the pack"],
          Object.entries(phases).map(([phase, f]) => [phase, span(f.success), pct(f.told), pct(f.by_pack)]),
        ),
        "",
        table(
          ["contrast", "points"],
          Object.entries(contrasts).map(([what, i]) => [what, span(i)]),
        ),
        "",
      ]),
      "The size of the effect is the world's, not the product's: it was put there. What is shown is that the loop carries it, that taking cards away takes it away, and that nothing appears where there is nothing.",
      "",
      "What is missing to the whole: a step that was once taken in vain before it was taught is not learned from one success, and a command that went well without its step is not warned of. The few told after the rollback are told by cards that wait for a recheck: they stay in force for checks, and the rollback takes away what is active or proven.",
      "",
      picture(name, about),
    ].join("\n"),
  }
}

function harm({ harm: of }: Results["results"]): Part {
  const worlds = Object.entries(of as Record<string, Readonly<Record<string, Design>>>).filter(([, v]) => v?.mettle !== undefined)
  const pictures: Record<string, string> = {}
  const blocks = worlds.flatMap(([world, designs]) => {
    const name = `proof-harm-${world}.svg`
    const about = `Harmful cards shown per episode over ${of.looks.at(-1)} episodes in ${world}, by design.`
    pictures[name] = curves(
      { title: `Harmful showings, ${world}`, about },
      { x: "episodes", y: "harmful cards shown per episode", last: of.looks.at(-1) },
      Object.entries(designs).map(([label, d]) => ({
        ...{ label, points: d.curve },
        tone: label === "mettle" ? ("good" as const) : ("plain" as const),
      })),
    )
    return [
      `**${world}**`,
      "",
      table(
        ["design", ...of.looks.map((n: number) => `removed by ${n}`), "helpful showings kept", "harmful flagged", "good wrongly flagged", "idle flagged"],
        Object.entries(designs).map(([design, d]) => [
          design,
          ...d.removed.map(i => `${pct(i.mean)} (${pct(i.low)} to ${pct(i.high)})`),
          pct(d.kept.mean),
          pct(d.flagged.harmful, 1),
          pct(d.flagged.good, 1),
          pct(d.flagged.idle, 1),
        ]),
      ),
      "",
      picture(name, about),
      "",
    ]
  })
  return {
    pictures,
    text: [
      "## Planted harm",
      "",
      `\`npm run bench -- harm\`; ${commit(of)}; seeds ${of.seeds}, one run of ${of.looks.at(-1)} episodes per design and seed, 95% intervals over seeds.`,
      "",
      "Simulated worlds in which some cards do harm and nobody says which (workshop; workshop-poor, where most cards are poor). *Removed*: harmful showings per episode in the last quarter before each look, against showing by relevance alone (`plain`). *Helpful kept* may exceed 100%: freed places go to helpful cards. *Flagged*: on the log of `plain`, the same for all, at the end. Aims: half by 200, 70% by 1,000.",
      "",
      of.through === "fold"
        ? "Every design lives through the real fold: prompts, calls and ends as events, packs as it makes them."
        : "These figures tell rules the records of episodes alone. For `mettle` and `plain` that is what the product does, card by card; the other designs get other values and stages in the product, so their rows are not what people run. The bench goes through the fold since.",
      "",
      ...blocks,
      "Mettle removes harm mostly by choosing what to show, not by condemning: it flags few cards, and hardly ever a good one.",
    ].join("\n"),
  }
}

function failures({ check: of }: Results["results"]): Part {
  const hand = JSON.parse(of.read_by_hand) as { right: number; false: number; unread: number }
  const said = of.held + of.told_before + of.told_after
  const name = "proof-failures.svg"
  const about = `Of ${of.repeated_failures} failures that had been seen and fixed before, ${of.repeated_failures_answered} were answered; of ${said} warnings ${hand.right} were right.`
  return {
    pictures: {
      [name]: bars({ title: "Repeated failures", about }, of.repeated_failures, [
        {
          name: "failures seen and fixed before",
          bars: [
            { label: "came back", value: of.repeated_failures, told: String(of.repeated_failures) },
            { label: "answered", value: of.repeated_failures_answered, told: String(of.repeated_failures_answered), tone: "good" },
          ],
        },
        {
          name: "warnings, read by hand",
          bars: [
            { label: "right", value: hand.right, told: String(hand.right), tone: "good" },
            { label: "false", value: hand.false, told: String(hand.false), tone: "bad" },
          ],
        },
      ]),
    },
    text: [
      "## Repeated failure",
      "",
      `\`npm run bench -- check\`; ${commit(of)}; real transcripts of one public repository, lived again in the order of time.`,
      "",
      table(
        ["what", "figure"],
        [
          ["sessions, tool calls, failed calls", `${of.sessions}, ${of.calls}, ${of.failed}`],
          ["failures seen and fixed earlier in the same repository that came back", of.repeated_failures],
          ["of these answered by check, before or at the failure", `${of.repeated_failures_answered} (${pct(of.repeated_failures_answered / of.repeated_failures)})`],
          ["of these whose own output names the way out", of.repeated_failures_that_say_it_themselves],
          ...(of.same_by_hand === undefined
            ? []
            : [
                [
                  "independently: look-alikes of an earlier failure; of these the same by hand",
                  `${of.look_alikes}; ${of.same_by_hand}`,
                ],
                [
                  "of these answered by check; whose own output names the way out",
                  `${of.same_by_hand_answered}; ${of.same_by_hand_that_say_it_themselves}`,
                ],
              ]),
          ["warnings in all: held, told before, told at the failure", `${of.held}, ${of.told_before}, ${of.told_after}`],
          ["warnings per 100 calls (bar: 1 false)", of.per_100_calls],
          ["false warnings per 100 calls, by hand", of.false_per_100_calls],
          ["read by hand: right, false, not read", `${hand.right}, ${hand.false}, ${hand.unread}`],
          ["precision by hand (bar: 0.80)", of.precision_by_hand.toFixed(2)],
        ],
      ),
      "",
      `Of ${said} warnings ${said - hand.unread} were read by hand (bench/hand-read/warnings.json); there were no hundred to read. So few cannot tell 0.80 from 0.95. The first count of repeated failures is by the product's own reader. The second does without it: the same command or path and the same first line of error in an earlier session (bench/look-alikes.ts), each read by hand (bench/hand-read/again.json); the rest are linters, builds and tests that fail alike for another reason. What an output says by itself is not said again.`,
      "",
      picture(name, about),
    ].join("\n"),
  }
}

function instructions({ "repeated-instruction": of }: Results["results"]): Part {
  const kinds: readonly (readonly [string, Restated])[] = [
    ["in the person's own words", of.own],
    ["in a plan handed to the agent", of.plan],
    ["asked for again, never said as standing", of.asked],
  ]
  const name = "proof-instructions.svg"
  const about = `Restatements found by hand and how many were in the pack already: ${kinds.map(([how, k]) => `${how} ${k.in_a_pack} of ${k.restatements}`).join("; ")}.`
  return {
    pictures: {
      [name]: bars(
        { title: "Repeated instructions", about },
        Math.max(...kinds.map(([, k]) => k.restatements)),
        kinds.map(([how, k]) => ({
          name: how,
          bars: [
            { label: "restated", value: k.restatements, told: String(k.restatements) },
            { label: "in the pack already", value: k.in_a_pack, told: String(k.in_a_pack), tone: "good" as const },
          ],
        })),
      ),
    },
    text: [
      "## Repeated instruction",
      "",
      `\`npm run bench -- repeated-instruction\`; ${commit(of)}; the same transcripts and those of a second repository.`,
      "",
      table(
        ["restatement of a norm in a later session", "n", "a card knew it", "in the pack at the start", "there or with the prompt"],
        kinds.map(([how, k]) => [how, k.restatements, k.known, k.in_start_pack, k.in_a_pack]),
      ),
      "",
      "Restatements were looked for without our own rules and read by hand (bench/hand-read/restatements.json says how). In people's own words there are two in 1,603 messages: too few for a share. Plans were mostly written by an agent that had been told the norm, and handed back by a person; other people than the one who first said it among them. What was only ever asked for, never said as standing, is not learned, and is counted here because a person repeats it all the same.",
      "",
      picture(name, about),
    ].join("\n"),
  }
}

const measured = (x: Any): string => `${x.mean.toFixed(2)} (${x.low.toFixed(2)} to ${x.high.toFixed(2)}, n ${x.n})`
const valued = (x: Any): string => `${x.value.toFixed(2)} (${x.low.toFixed(2)} to ${x.high.toFixed(2)})`
const recalled = (set: string) => (of: Any) =>
  of[set] && `${of[set].measure}: ${measured(of[set].mettle)}; full text alone ${measured(of[set].plain)}`
const crashed = (of: Any): string =>
  `${of.cycles} kills: lost ${of.lost}, changed ${of.changed}, out of order ${of.outOfOrder}, corrupt ${of.corrupt}`
const seeded = (of: Any): string => (of.args?.[0] === "--seeds" ? ` (seeds ${of.args[1]})` : "")
/** Headline figures of other benches, where the file has them: which bench, what, and where it stands in its figures. */
const HEADLINES: readonly (readonly [string, string, (of: Any) => unknown])[] = [
  ["recall", "long conversations (locomo)", recalled("locomo")],
  ["recall", "preferences (prefeval)", recalled("prefeval")],
  ["recall", "past episodes", recalled("episode-recall")],
  ["recall", "cards in other words than the prompt, held out", recalled("pairs held hard")],
  ["judgement", "complaints of users, F1, mettle and evolver", of => `${of.feedback.figures.mettle["negative F1"].toFixed(2)} and ${of.feedback.figures.evolver["negative F1"].toFixed(2)} (${of.feedback.turns} turns)`],
  ["judgement", "failed tool calls against hand labels, F1, mettle", of => valued(of.tool.mettle.labels.f1)],
  ["judgement", "failed tool calls against hand labels, F1, evolver", of => valued(of.tool.evolver.labels.f1)],
  ["again", "orders given again, known at the third saying: fitted half, other half", of => `${of.orders_known_at_third_fit}, ${of.orders_known_at_third_check}`],
  ["again", "failures and remedies by other hands: two sets; idle sequences that taught", of => `${of.remedies_n1}, ${of.remedies_own}; ${of.idle_that_taught}`],
  ["again", "real failures that came back and were answered: two sets of people", of => `${of.real_failures_agent_transcripts_answered}, ${of.real_failures_agent_transcripts_2_answered}`],
  ["again", "of these with the same cause, read by hand", of => `${of.real_failures_agent_transcripts_same_cause}, ${of.real_failures_agent_transcripts_2_same_cause}`],
  ["again", "of what was told at them right", of => `${of.real_failures_agent_transcripts_right}, ${of.real_failures_agent_transcripts_2_right}`],
  ["again", "things said that change, old one gone and new one known: two sets", of => `${of.changes}, ${of.changes_fresh}`],
  ["credit", "rank correlation with true effects, open loop, longest run", of => of.open && `${of.open.spearman.toFixed(2)}${seeded(of)}`],
  ["credit", "share of the gap between top-K and an oracle that is closed", of => of.closed && `${of.closed.gap.toFixed(2)}${seeded(of)}`],
  ["credit", "success of no memory, top-K, mettle, oracle", of => of.closed && [of.closed.none, of.closed.topK, of.closed.last, of.closed.oracle].map((x: number) => pct(x, 1)).join(", ")],
  ["kill", "kill -9 while writing", of => of.one && crashed(of.one)],
  ["kill", "kill -9 while two write", of => of.two && crashed(of.two)],
  ["bitflip", "single bits turned in the store", of => `${of.flips}: ${of.harmful} changed what is read, ${of.unnamedEvents + of.unnamedTexts} of their events and texts went unnoticed`],
  ["redact", "made-up secrets masked; harmless texts masked", of => `${of.caught} of ${of.secrets}; ${of.harmed} of ${of.benign}`],
]

/** A bench that ended in an error left its words; some have a figure of that name. */
const isBroken = (of: Any): boolean => typeof of.failed === "string"

function others(results: Results["results"]): string {
  const rows = HEADLINES.flatMap(([bench, what, read]) => {
    const of = results[bench]
    if (of === undefined || isBroken(of)) return []
    const value = read(of)
    return value === undefined || value === null ? [] : [[`\`${bench}\``, what, String(value), of.commit as string]]
  })
  const missing = Object.entries(results).filter(([, of]) => isBroken(of))
  return [
    "## Recall, judgement, durability",
    "",
    "`npm run bench` runs all of them and writes bench/results.json; `npm run bench -- <name>` prints the whole table of one.",
    "",
    rows.length === 0 ? "None of these is in the file." : table(["bench", "figure", "value", "commit"], rows),
    ...(missing.length > 0 ? ["", `Failed in the last run: ${missing.map(([name]) => name).join(", ")}.`] : []),
    "",
    "Speeds are not copied here: they depend on the machine and its load. Their tables are printed by `npm run bench -- hook`, `store`, `fold`, `scale`, `http` and `look`.",
  ].join("\n")
}

const NOT_SHOWN = `## What is not shown, first

- **No figure with a real model exists yet.** Nobody has run \`mettle lab trial\` with one; it is tested with real agents against a scripted model ([docs/trial.md](trial.md)).
- Rollback and planted harm are simulations. Their effect sizes are assumptions of the worlds.
- The real transcripts come from two repositories of two teams who did not use Mettle. They cannot show what an agent would have done with what it was told.
- Judgement, recall and check were tuned with the measured data in view. On strangers' words expect less: samples labelled before looking gave an F1 of complaints between 0.40 and 0.72. What the ear hears is measured out of folds by person, but its method was chosen on the same people.
- Recall is measured by \`lab retrieve\`, which looks for near words further than a prompt has time for and knows who spoke next. With the limits of search itself it is less: long conversations .71, past episodes .53.
- Reading by hand was done by one reader, who knew the product.
- One person's own log proves little: \`mettle did proof\` says what it cannot tell, and what would.`
