// Two threads share the seeds of a job; results come back in seed order whatever finishes first.
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads"

interface Seeded {
  readonly seeds: readonly number[]
}

/** `file`: the bench that calls, whose top level calls `served` so that a thread knows what to do. */
export async function spread<J extends Seeded, R>(
  job: J,
  file: string,
  runJob: (job: J) => Promise<R[]>,
): Promise<R[]> {
  if (job.seeds.length < 4) return runJob(job)
  const halves = [0, 1].map(part => ({ ...job, seeds: job.seeds.filter((_, i) => i % 2 === part) }))
  const parts = await Promise.all(
    halves.map(
      half =>
        new Promise<R[]>((done, fail) => {
          const worker = new Worker(file, { workerData: half })
          worker.once("message", done)
          worker.once("error", fail)
        }),
    ),
  )
  return job.seeds.map((_, i) => parts[i % 2]![i >> 1]!)
}
export async function served<J extends Seeded, R>(runJob: (job: J) => Promise<R[]>): Promise<void> {
  if (!isMainThread) parentPort?.postMessage(await runJob(workerData as J))
}
