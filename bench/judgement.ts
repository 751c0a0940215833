// The judgement table: feedback, tool results and outcomes for mettle beside the seeds' rules, on labelled data.
import { runFeedback } from "./judgement-feedback.ts"
import { runOutcome, runTool } from "./judgement-tool.ts"

export async function run({ shared }: { readonly shared: string }): Promise<Record<string, unknown>> {
  return { feedback: await runFeedback(shared), tool: await runTool(shared), outcome: await runOutcome(shared) }
}
