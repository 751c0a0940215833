// npm run bench -- ear: how well the ear hears people whose words it never learned. Data: standing (labelled messages, by
// person); fitted anew out of folds, since the weights that ship learned from all of them. Also what hearing costs.
import { join } from "node:path"
import { builtInHear } from "../src/meaning/ear.ts"
import { at, averagePrecision, bestThreshold, complaints, lasting, miscalibration } from "../tools/ear/figures.ts"
import { fewFigures, measure, rowsOf, told } from "../tools/ear/measure.ts"

const USUAL = { from: 20, to: 600 }

export async function run({ shared, json }: { shared: string; json: boolean }): Promise<Record<string, unknown>> {
  const rows = rowsOf(join(shared, "data", "standing"))
  const measured = measure(rows, true)
  const usual = rows.real.filter(r => r.text.length >= USUAL.from && r.text.length <= USUAL.to).slice(0, 1000)
  for (const row of usual.slice(0, 50)) builtInHear(row.text, row.prev)
  const began = process.cpuUsage()
  for (const row of usual) builtInHear(row.text, row.prev)
  const spent = process.cpuUsage(began)
  const cpuMs = (spent.user + spent.system) / 1000 / usual.length
  if (!json) {
    for (const line of told(measured)) process.stdout.write(`${line}\n`)
    process.stdout.write(`hearing one usual message: ${cpuMs.toFixed(1)} ms of CPU\n`)
  }
  const figures = Object.fromEntries(
    measured.parts.map(({ name, scored }) => {
      const words = lasting(scored)
      const spoke = complaints(scored)
      return [
        name,
        {
          f1: at(words, bestThreshold(words)).f1,
          averagePrecision: averagePrecision(words),
          kept: at(lasting(scored, "kept"), measured.cuts.sure),
          heard: at(lasting(scored, "heard"), measured.cuts.heard),
          few: fewFigures(scored, measured.cuts),
          complaints: { ...at(spoke, measured.cuts.complaint), off: miscalibration(spoke) },
        },
      ]
    }),
  )
  return { ...figures, cpuMs }
}
