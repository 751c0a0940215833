// mettle config calibrate: what past episodes say about the breaker's numbers. It proposes; a set key stays as it is.
import { saveSetting } from "../../config.ts"
import { calibrate, logDraws } from "../../memory/checks/breaker.ts"
import { defineMettleCommand, flag, type Running } from "../command.ts"
import { changeMemory, here, readMemory } from "../context.ts"
import type { Out } from "../print.ts"

const KEYS = { threshold: "breaker.threshold", alpha: "breaker.alpha", messages: "checkpoint.messages" } as const
type Parameter = keyof typeof KEYS
const PARAMETERS = Object.keys(KEYS) as readonly Parameter[]

const args = {
  adopt: flag("set the proposed values (undo: mettle config calibrate --reset)"),
  reset: flag("take the values out again: back to the defaults, free to be proposed on"),
} as const
type Run = Running<typeof args>
type Weighed = ReturnType<typeof calibrate>["weighed"][number]

export const command = defineMettleCommand({
  name: "config calibrate",
  examples: [
    ["mettle config calibrate", "values tried on past episodes, counts first; changes nothing"],
    ["mettle config calibrate --adopt", "set what is proposed"],
    ["mettle config calibrate --reset", "back to the defaults"],
  ],
  args,
  run: running => (running.args.reset ? reset(running) : show(running)),
})

async function show({ args, out, context }: Run): Promise<void> {
  const config = context.config()
  const pinned = PARAMETERS.filter(p => config.explain(KEYS[p]).at(-1)?.layer !== "default")
  const free = PARAMETERS.filter(p => !pinned.includes(p))
  const memory = await readMemory(context, out)
  const now = {
    threshold: config.get("breaker.threshold"),
    alpha: config.get("breaker.alpha"),
    messages: config.get("checkpoint.messages"),
  }
  const seen = calibrate(memory, here(context).scope, now, free)
  const proposals = seen.weighed.filter(w => !w.early && w.proposed !== w.current)
  const adopted = args.adopt === true && proposals.length > 0
  if (adopted) {
    await logDraws(await changeMemory(context, out), seen)
    for (const { parameter, proposed } of proposals) saveSetting(context.paths().config, KEYS[parameter], proposed)
  }
  out.result({ ...seen, pinned: pinned.map(p => KEYS[p]), adopted }, () => {
    for (const p of pinned) out.line(`${KEYS[p]} = ${now[p]}: set by you, so nothing is proposed`)
    if (seen.episodes === 0) return out.line("Too early: no episode has ended yet.")
    for (const weighed of seen.weighed) print(weighed, adopted, out)
  })
}

function print({ parameter, current, arms, proposed, early }: Weighed, adopted: boolean, out: Out): void {
  const what = parameter === "messages" ? "stretches that point one way" : "trips that were right"
  out.line(`${out.paint("bold", KEYS[parameter])} = ${current}  ${out.paint("dim", `(${what}, here and everywhere)`)}`)
  out.table(
    [{ name: "value" }, { name: "here" }, { name: "all" }, { name: "share (90 %)" }, { name: "draw" }],
    arms.map(arm => [
      `${arm.value}${arm.value === current ? " *" : ""}`,
      `${arm.here.right} of ${arm.here.n}`,
      `${arm.everywhere.right} of ${arm.everywhere.n}`,
      `${arm.mean.toFixed(2)} (${arm.low.toFixed(2)}-${arm.high.toFixed(2)})`,
      arm.draw.toFixed(2),
    ]),
  )
  const n = arms.find(arm => arm.value === current)?.here.n ?? 0
  const said = early
    ? `too early: ${n} of 10 under the present value`
    : proposed === current
      ? "no better value was drawn"
      : `proposed: ${proposed}${adopted ? ", adopted" : "; mettle config calibrate --adopt sets it"}`
  out.line(`${said}\n`)
}

function reset({ out, context }: Run): void {
  for (const p of PARAMETERS) saveSetting(context.paths().config, KEYS[p], undefined)
  out.result({ reset: PARAMETERS.map(p => KEYS[p]) }, "back to the defaults")
}
