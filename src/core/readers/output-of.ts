// All that a call printed, as one text: what rules that look at words read.
import type { ToolMoment } from "../questions/detect.ts"

export const outputOf = (moment: ToolMoment): string =>
  moment.text ?? [moment.stdout, moment.stderr].filter(part => part !== null && part !== "").join("\n")
