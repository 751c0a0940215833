// docs/replay.md: what replaying one log under two presets shows. Prose here, figures from bench/results.json. Pure.
import type { Results } from "./proof-page.ts"

type Any = any
const counts = (of: Readonly<Record<string, number>>): string =>
  ["success", "mixed", "failure", "unjudged"].map(verdict => `${of[verdict] ?? 0} ${verdict}`).join(", ")
const part = (n: number, of: number): string => `${n} of ${of} (${Math.round((100 * n) / of)}%)`

export function replayPage({ results }: Results): string {
  const of = results.replay as Any
  const { demo, scripted, real } = of
  const logs = [
    ["the demo", demo],
    ["scripted agent", scripted],
    ["real sessions", real],
  ].filter(([, log]) => log !== undefined)
  const rows: readonly (readonly [string, (x: Any) => string])[] = [
    ["sessions, events", x => `${x.sessions}, ${x.events}`],
    ["cards that stand, rank or are valued differently", x => part(x.cards_changed, x.cards)],
    ["of these in another stage", x => String(x.cards_of_another_stage)],
    ["verdicts of episodes that differ", x => part(x.verdicts_changed, x.episodes)],
    ["verdicts under evolver", x => counts(x.verdicts.evolver)],
    ["verdicts under mettle", x => counts(x.verdicts.mettle)],
    ["verdicts that are as it truly ended, evolver", x => (x.truth ? part(x.truth.agrees.evolver, x.truth.episodes) : "not known")],
    ["verdicts that are as it truly ended, mettle", x => (x.truth ? part(x.truth.agrees.mettle, x.truth.episodes) : "not known")],
    ["packs that would have differed", x => part(x.packs_changed, x.packs)],
    ["cards shown under evolver, and only there", x => `${x.shown.evolver}, ${x.shown_only.evolver}`],
    ["cards shown under mettle, and only there", x => `${x.shown.mettle}, ${x.shown_only.mettle}`],
    ["folded twice, the same to the last bit", x => (x.same_again ? "yes" : "no")],
  ]
  return `# Replay in practice

<!-- Generated from bench/results.json by tools/replay-page.ts: UPDATE_DOCS=1 npx vitest run test/house/proof-page.test.ts -->

The log holds what happened and what was shown; everything else is folded from it by rules. So any log can be folded again under
other rules, and the two states laid side by side. Nothing is changed by looking.

\`\`\`sh
mettle replay --preset evolver                                    # what it would have done with your log, in plain words
mettle replay --params recheck.workMass=3                         # the preset in use with another number, or a file of them
mettle replay --preset evolver --preset mettle                    # two as they ship
mettle replay --preset evolver --preset mettle --since 30d --out replay.json
mettle look demo --keep shop && METTLE_HOME=shop/home mettle replay --preset evolver --preset mettle
\`\`\`

It says first, in four sentences, which cards the other would have kept, dropped and shown, and how often it would have warned; then
which cards, verdicts and packs differ. docs/machines says what each does.

## Living with another number

Every constant of a rule has a door ([rules](rules.md) lists them with their ranges):

\`\`\`sh
mettle config rules                                               # the rules in use, and what you changed
mettle config rules.recheck.workMass                              # what it means, between what it may be set
mettle config rules.recheck.workMass 3                            # what that would have done with your log, then asks
mettle undo                                                       # takes it back, like any other act
\`\`\`

What is adopted, a preset or a number, is an event (\`preset.adopted\`): it goes with the log, every view is folded anew under it, and
no file of a repository can bring it. \`mettle config unset rules.recheck.workMass\` puts one number back and leaves the others.

## What it showed

\`npm run bench -- replay\`, commit ${of.commit}. Three logs: the story of \`mettle look demo\`, the scripted agent of the rollback proof at work with memory,
and real sessions of a public repository lived again with a pack at every prompt. Counts only; the sessions are other people's.

| | ${logs.map(([name]) => name).join(" | ")} |
|---|${logs.map(() => "---|").join("")}
${rows.map(([what, read]) => `| ${what} | ${logs.map(([, log]) => read(log)).join(" | ")} |`).join("\n")}

**Verdicts.** \`evolver\` averages what the signals of an episode say, so an episode with any failing command in it tends to end
as mixed. \`mettle\` asks how the work ended: a test that failed at first and passed at last is a success, and
what ends in a failure or in a complaint is a failure. In the scripted log the truth is known (${scripted.truth.failed} of ${scripted.truth.episodes} tasks failed), so there the two can be told right from wrong;
it is an easy log, whose tests and closing words agree. In the real one the two can only be told apart.

**Packs.** \`evolver\` fills every place it has. \`mettle\` shows norms, and of measured cards only those that are relevant and expected to
help: of the ${real.shown.mettle} it would have shown in the real sessions, ${real.shown_only.mettle} would not have been among the ${real.shown.evolver} of the other.

**Cards.** Values of two presets have no common scale, so what counts is the place among the others and the stage.

## What it cannot show

A pack that was not shown has no outcome. Replay says what would have been *shown*; what the agent would have *done* with it is in no log.
For that there are simulated worlds ([proof](proof.md)) and paired runs ([trial](trial.md)). Packs are ranked again from the shortlist that was
logged: a card that was on no shortlist cannot come in. Cards that a machine makes of its own accord (swarm's warnings) are in the log
only where it ruled.
`
}
