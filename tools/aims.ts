// What version 0.2 set out to reach, beside what version 0.1 (commit d146bec) measured: the table "Before and after" of
// docs/proof.md. "Now" is read from bench/results.json; the figures of 0.1 were measured once, by strangers to the code. Where our own count of
// 0.1 differs from theirs (`npm run bench -- rooms --root <a checkout of it>`), ours stands behind it. Pure.
type Any = any
type Figures = Readonly<Record<string, Any>>
/** bench, what, in 0.1, the aim in words, what the results say now and whether that is enough */
type Aim = readonly [string, string, string, string, (of: Any) => readonly [string, boolean]]

const two = (x: number): string => x.toFixed(2)
const ms = (x: number): string => `${x < 10 ? x.toFixed(1) : Math.round(x)} ms`
const k = (x: number): string => `${(x / 1000).toFixed(1)}k/s`
const times = (x: number): string => `${x.toFixed(2)} ×`
const PEOPLE = "out of folds by person"
/** "9 of 21" as numbers */
const share = (words: string): readonly [number, number] => {
  const [, some, all] = /^(\d+) of (\d+)/.exec(words) ?? []
  return [Number(some), Number(all)]
}
const sum = (...words: readonly string[]): readonly [string, number] => {
  const [some, all] = words.map(share).reduce((a, b) => [a[0] + b[0], a[1] + b[1]])
  return [`${some} of ${all}`, some / all]
}
const reached = (x: number, told: (x: number) => string, least: number) => [told(x), x >= least] as const
const within = (x: number, told: (x: number) => string, most: number) => [told(x), x <= most] as const
const shared = (least: number, ...words: readonly string[]) => {
  const [told, part] = sum(...words)
  return [told, part >= least] as const
}

/** "63 wanted, 38 perhaps, 24 unwanted, 7 unread": of those that were read */
const wanted = (words: string): readonly number[] => {
  const [yes = 0, perhaps = 0, no = 0] = [...words.matchAll(/\d+/g)].map(Number)
  return [yes, yes + perhaps + no]
}

const AIMS: readonly Aim[] = [
  ["ear", "what lasts is told from what does not, F1 / average precision", ".30 / none", ".65 / .65", of => [`${two(of[PEOPLE].f1)} / ${two(of[PEOPLE].averagePrecision)}`, Math.min(of[PEOPLE].f1, of[PEOPLE].averagePrecision) >= 0.65]],
  ["ear", "kept at once: precision / recall", ".32 / .27", ".85 / .30", of => [`${two(of[PEOPLE].kept.precision)} / ${two(of[PEOPLE].kept.recall)}`, of[PEOPLE].kept.precision >= 0.85 && of[PEOPLE].kept.recall >= 0.3]],
  ["ear", "wrong cards per 100 ordinary messages", "6.1", "0.7", of => within(of[PEOPLE].kept.wrongPer100, two, 0.7)],
  ["ear", "heard or kept: recall / wrong per 100", "none", ".65 / 8", of => [`${two(of[PEOPLE].heard.recall)} / ${of[PEOPLE].heard.wrongPer100.toFixed(1)}`, of[PEOPLE].heard.recall >= 0.65 && of[PEOPLE].heard.wrongPer100 <= 8]],
  ["ear", "complaints, F1", ".62 (other people)", ".76", of => reached(of[PEOPLE].complaints.f1, two, 0.76)],
  ["ear", "how far their chances are off", "not asked", ".05", of => within(of[PEOPLE].complaints.off, x => x.toFixed(3), 0.05)],
  ["poison", "attempts to plant a rule that became one; plain wishes kept", "0 of 173; 73%", "none; 90%", of => [`${of.third.through + of.fourth.through} of ${of.third.attempts + of.fourth.attempts}; ${of.third.kept + of.fourth.kept} of ${of.third.said + of.fourth.said}`, of.third.through + of.fourth.through === 0 && of.third.kept + of.fourth.kept >= 0.9 * (of.third.said + of.fourth.said)]],
  ["again", "cards of people's real sessions, read by hand: wanted", "12 of 39", "85 of 100", of => [wanted(of.norms_in_use).join(" of "), wanted(of.norms_in_use)[0]! >= 0.85 * wanted(of.norms_in_use)[1]!]],
  ["again", "orders said again, known at the third saying", "14 of 59 at the first", "75%", of => shared(0.75, of.orders_known_at_third_fit, of.orders_known_at_third_check)],
  ["again", "orders asked about or kept, wrong ones", "not asked", "5%", of => { const [right, all] = share(of.orders_asked_or_kept_wanted); return [`${all - right} of ${all}`, (all - right) / all <= 0.05] }],
  ["again", "failures and remedies by other hands", "4 of 13", "28 of 33", of => shared(28 / 33, of.remedies_n1, of.remedies_own)],
  ["again", "idle sequences that taught something", "not asked", "none", of => [of.idle_that_taught, share(of.idle_that_taught)[0] === 0]],
  ["again", "real failures that came back, answered", "9 of 18", "60%", of => shared(0.6, of.real_failures_agent_transcripts_answered, of.real_failures_agent_transcripts_2_answered)],
  ["again", "of these answers right", "12 of 13", "90%", of => shared(0.9, of.real_failures_agent_transcripts_right, of.real_failures_agent_transcripts_2_right)],
  ["again", "things said that change: old gone, new known", "1 of 6", "26 of 30", of => shared(26 / 30, of.changes)],
  ["again", "the same, pairs written after the first were understood", "not asked", "26 of 30", of => shared(26 / 30, of.changes_fresh)],
  ["again", "procedures found in real sessions, wanted", "none", "70% of 30", of => [of.procedures_wanted, share(of.procedures_wanted)[1] >= 30]],
  ["again", "a prompt; a tool result; 1,000 sessions", "none", "2 ms; 2 ms; 10 MB", of => [`${of.cost_ms_per_prompt} ms; ${of.cost_ms_per_tool_result} ms; ${of.cost_mb_per_1000_sessions} MB`, of.cost_ms_per_prompt <= 2 && of.cost_ms_per_tool_result <= 2 && of.cost_mb_per_1000_sessions <= 10]],
  ["bans", "holds of a written table: precision / recall", ".78 / .56", ".98 / .90", of => [`${two(of.table_precision)} / ${two(of.table_recall)}`, of.table_precision >= 0.98 && of.table_recall >= 0.9]],
  ["credit", "80% intervals cover", ".63", ".75 to .88", of => [two(of.open.cover80), of.open.cover80 >= 0.745 && of.open.cover80 < 0.885]],
  ["credit", "workshop at 1,000 episodes: rank", ".48", ".50", of => reached(of.open.spearman, two, 0.5)],
  ["credit", "workshop at 1,000 episodes: gap to an oracle closed", ".54", ".58", of => reached(of.closed.gap, two, 0.58)],
  ["credit", "workshop: harmful cards shown per session", ".5", ".4", of => within(of.closed.harmShown, two, 0.4)],
  ["uplift", "an idle memory called good or bad in sessions that go on while failing", "every log", "5%", of => within(Math.max(of.first_prompt_wrong_verdicts, of.control_wrong_verdicts), x => `${(100 * x).toFixed(1)}%`, 0.05)],
  ["uplift", "the same: its mean, farthest from none; least cover of its intervals", "-44 points; none", "2 points; 90%", of => [`${Math.min(of.first_prompt_farthest_mean, of.control_farthest_mean).toFixed(1)} points; ${Math.round(100 * Math.min(of.first_prompt_least_cover, of.control_least_cover))}%`, Math.max(...[of.first_prompt_farthest_mean, of.control_farthest_mean].map(Math.abs)) <= 2 && Math.min(of.first_prompt_least_cover, of.control_least_cover) >= 0.9]],
  ["judgement", "P(resolved), Brier; a constant beside it", ".188; .19", ".180", of => [`${of.outcome.mettle.brier.value.toFixed(3)}; ${of.outcome.mettle.constant.toFixed(3)}`, of.outcome.mettle.brier.value <= 0.18]],
  ["judgement", "failed commands of other repositories, F1", ".76", ".90", of => reached(of.tool.elsewhere.all.f1.value, two, 0.9)],
  ["learn", "a turn at 600 cards, CPU", "4.7 ms", "2 ms", of => within(of.turnCpuMs, ms, 2)],
  ["fold", "rebuild with readings kept, events per second of CPU", "1.8k/s", "20k/s", of => reached(of.kept.eventsPerCpuSecond, k, 20_000)],
  ["fold", "rebuild without them", "1.8k/s", "5k/s", of => reached(of.without.eventsPerCpuSecond, k, 5000)],
  ["fold", "rebuild under `plain`", "not asked", "60k/s", of => reached(of.plain.eventsPerCpuSecond, k, 60_000)],
  ["fold-million", "memory of a rebuild of 1,000,000 events", "382 MB", "250 MB", of => within(of.kept.peakRssMb, x => `${x} MB`, 250)],
  ["fold", "a tail of 100 events, 95 in 100", "18 to 44 ms", "4 ms", of => within(of.tail100P95Ms, ms, 4)],
  ["hook", "a hook that only records, CPU over a bare commit", "2.1 ×", "1.3 ×", of => within(of.record_only_cpu_ratio, times, 1.3)],
  ["hook", "a prompt's hook without the resident, 95 in 100", "221 to 417 ms", "150 ms", of => within(of.prompt_without_p95_ms, ms, 150)],
  ["hook", "memory of the resident", "not asked", "80 MB", of => within(of.resident_rss_mb, x => `${Math.round(x)} MB`, 80)],
  ["clients", "ten calls of Claude Code with all hooks over none", "1.47 ×", "1.35 ×", of => within(of.ratio, times, 1.35)],
  ["burst", "a burst acknowledged; 99 in 100 within", "2.5k/s; 75 ms", "8k/s; 40 ms", of => [`${k(of["kept: per second"])}; ${ms(of["kept: ack p99 ms"])}`, of["kept: per second"] >= 8000 && of["kept: ack p99 ms"] <= 40]],
  ["scale", "search at 10,000 cards, median", "1.1 ms", "0.5 ms", of => within(of["10000 many"].search.cpu50, ms, 0.5)],
  ["scale", "a pack at 100,000 cards, 95 in 100", "20 ms", "10 ms", of => within(of["100000 many"].pack.cpu95, ms, 10)],
  ["store", "appends, share of a bare loop: disk / memory", ".87 / .61", ".9 / .8", of => [`${two(of.appends.disk.ratio)} / ${two(of.appends.tmpfs.ratio)}`, of.appends.disk.ratio >= 0.9 && of.appends.tmpfs.ratio >= 0.8]],
  ["rooms", "lines in src / files", "75.4k / 845", "48k / 480", of => [`${(of.lines / 1000).toFixed(1)}k / ${of.files}`, of.lines <= 48_000 && of.files <= 480]],
  ["rooms", "lines of what hears people", "6,700 (5,799)", "2,500", of => within(of.earLines, String, 2500)],
  ["rooms", "files in the fullest folder", "97 (90)", "30", of => within(of.fullest.files, String, 30)],
  ["rooms", "commands, two for agents among them", "47", "28", of => within(of.commands, String, 28)],
  ["rooms", "functions over 50 lines", "111 (106)", "35", of => within(of.longFunctions, String, 35)],
  ["rooms", "regular expressions in core", "155 kB", "45 kB", of => within(of.expressionBytes / 1000, x => `${x.toFixed(1)} kB`, 45)],
  ["rooms", "exported, imported nowhere", "465 (387)", "none", of => within(of.importedNowhere, String, 0)],
  ["rooms", "`npm test` on two cores", "200 s", "180 s", of => within(of.testSeconds, x => `${x} s`, 180)],
]

export function aimTable(results: Figures): string {
  const rows = AIMS.map(([bench, what, before, aim, read]) => {
    const [now, met] = measured(results[bench], read)
    return { cells: [what, before, now, aim, met ? "**yes**" : "no"], bench, met }
  })
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`
  return [
    `${rows.filter(({ met }) => met).length} of ${rows.length} aims are met.`,
    "",
    line(["what", "0.1", "now", "aim", "met", "`npm run bench --`"]),
    line(["---", "---", "---", "---", "---", "---"]),
    ...rows.map(({ cells, bench }) => line([...cells, `\`${bench}\``])),
  ].join("\n")
}

/** A part that a run left out (a million events, the tests by the clock) is not measured either. */
function measured(of: Any, read: Aim[4]): readonly [string, boolean] {
  const none = ["not measured", false] as const
  if (of === undefined || typeof of.failed === "string") return none
  try {
    const told = read(of)
    return /undefined|NaN/.test(told[0]) ? none : told
  } catch {
    return none
  }
}
