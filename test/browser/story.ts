// Six weeks in a made-up shop, as data for the dashboard's checks and pictures: norms said and broken, failures and their fixes,
// a bad day, a pause, a masked key, candidates that wait. Every word here is made up.
import { note } from "../../src/memory/acting/acts.ts"
import { pause, resume } from "../../src/memory/acting/pause.ts"
import { approve, inbox, turnDown } from "../../src/memory/reading/review.ts"
import { settle } from "../../src/memory/tending/settle.ts"
import { type Teller, type Telling, teller } from "./teller.ts"

const DAY = 86_400_000
const WEEKS = 6

const RED = "FAIL src/cart.test.ts\nError: connect ECONNREFUSED 127.0.0.1:6379\nTests: 3 failed, 4 passed, 7 total"
const GREEN = "PASS src/cart.test.ts\nTests: 7 passed, 7 total"
const TASKS = [
  "add a discount code to the cart and make pnpm test pass",
  "the login route answers 500 when the token is missing, fix it and run pnpm test",
  "move the price rounding into its own module, the redis tests must stay green",
  "rate limit the login route with redis",
  "show the tax per line in the invoice, then pnpm test",
  "add an index for the orders query, then run pnpm test:db",
  "let the mailer retry when the server is busy, then pnpm lint",
  "rename Basket to Cart in the whole shop, then pnpm test",
  "write the import of the old catalogue and run pnpm build",
  "add a health route for the worker, docker compose and redis included",
] as const
const NORMS: readonly (readonly [week: number, words: string])[] = [
  [0, "good. but always use pnpm in this repo, never npm"],
  [0, "please never use default exports, named exports only"],
  [1, "from now on run the tests before you say you are done"],
  [2, "money is always kept in cents as an integer, never as a float"],
  [3, "don't touch the generated client under src/gen, change the schema instead"],
  [4, "keep commit messages in the imperative"],
]

/** Failures that have a way round, by what the task is about. */
const MENDED: readonly (readonly [about: RegExp, command: string, error: string, remedy: string])[] = [
  [/invoice|import/, "pnpm build", "error TS2307: Cannot find module './gen/client'", "pnpm generate"],
  [/login|mailer/, "pnpm lint", "src/login.ts 3:1 error File is not formatted", "pnpm format"],
  [/orders|catalogue/, "pnpm test:db", 'error: relation "orders" does not exist', "pnpm db:migrate"],
  [/rename|price/, "pnpm typecheck", "error TS2688: Cannot find type definition file for 'node'", "pnpm install"],
]

async function mended(e: Telling, task: string): Promise<void> {
  for (const [about, command, error, remedy] of MENDED) {
    if (!about.test(task)) continue
    await e.runs(command, { ok: false, output: error })
    await e.runs(remedy, { ok: true, output: "done" })
    await e.runs(command, { ok: true, output: "ok" })
  }
}

async function redThenGreen(e: Telling): Promise<void> {
  await e.runs("pnpm test", { ok: false, output: RED })
  await e.runs("docker compose up -d redis", { ok: true, output: "Container shop-redis-1  Started" })
  await e.runs("pnpm test", { ok: true, output: GREEN })
}

/** What the agent concluded, and what the person said to it. */
const DECIDED: readonly (readonly [words: string, right: boolean])[] = [
  ["write the failing test before touching the cart", true],
  ["stub the payment provider with the recorded answers", true],
  ["delete the lock file when pnpm install complains", false],
  ["read the schema before changing a migration", true],
  ["keep the mailer tests in one file", true],
  ["increase the timeout when the worker tests fail", false],
  ["start the worker with one thread to find races", true],
]

async function goodDay(t: Teller, name: string, at: number, task: string): Promise<void> {
  const e = await t.opens(name, { at })
  await e.says(task)
  await e.runs("rg -n cart src", { ok: true, output: "src/cart.ts:12: export const total" })
  await e.edits("src/cart.ts")
  // A library for it, with the manager the user turned down: held from the day on which that was said.
  if (
    /catalogue|discount/.test(task) &&
    !(await e.runs("npm install csv-parse", { ok: true, output: "added 1 package" }))
  )
    await e.runs("pnpm add csv-parse", { ok: true, output: "dependencies: + csv-parse 5.6.0" })
  await mended(e, task)
  await redThenGreen(e)
  await e.replies("Done: the tests pass. Redis was not running, so I started it first.")
  await e.says("great, that works. commit it")
  await e.commits()
  await e.replies("Committed.")
  await e.ends()
}

async function badDay(t: Teller, name: string, at: number, task: string): Promise<void> {
  const e = await t.opens(name, { at })
  await e.says(task)
  await e.edits("src/login.ts")
  for (let i = 0; i < 4; i++) {
    await e.runs("pnpm test", {
      ok: false,
      output: `FAIL src/login.test.ts\nTypeError: key is not a function (try ${i})`,
    })
    await e.edits("src/login.ts")
  }
  await e.replies("It should work now.")
  await e.says("no, that's wrong, it still fails. I told you to use the existing key loader")
  if (!(await e.runs("npm install jose", { ok: true, output: "added 1 package" })))
    await e.runs("npm install jose", { ok: true, output: "added 1 package" })
  await e.runs("pnpm test", { ok: false, output: "FAIL src/login.test.ts" })
  await e.replies("I added a library for it.")
  await e.says("no! stop. use pnpm, not npm. and this is still broken, revert that")
  await e.runs("pnpm test", { ok: false, output: "FAIL src/login.test.ts" })
  await e.replies("Reverted.")
  await e.ends()
}

async function middlingDay(t: Teller, name: string, at: number, task: string): Promise<void> {
  const e = await t.opens(name, { at })
  await e.says(task)
  await e.edits("src/mailer.ts")
  await e.runs("pnpm test", { ok: true, output: GREEN })
  await e.replies("Done.")
  await e.says("that is not what I asked for, the retry should wait longer each time")
  await e.edits("src/mailer.ts")
  await e.runs("pnpm lint", { ok: false, output: "src/mailer.ts:3 unused variable" })
  await e.replies("Changed.")
  await e.ends()
}

async function decide(t: Teller, words: string, right: boolean): Promise<void> {
  const id = await note(t.memory, words, { scope: t.scope, by: "agent", kind: "tactic" })
  const item = inbox(t.memory).find(waiting => waiting.id === id)
  if (item) await (right ? approve(t.memory, item) : turnDown(t.memory, item))
}

/** The whole story, ending about now. */
export async function tellStory(folder: string, now = Date.now()): Promise<{ readonly longest: string }> {
  const first = now - WEEKS * 7 * DAY + 3 * 3_600_000
  const t = teller(folder, first)
  let n = 0
  for (let week = 0; week < WEEKS; week++)
    for (const day of [0, 1, 2, 3, 4]) {
      const at = first + (week * 7 + day) * DAY
      if (at > now - DAY) continue
      const task = TASKS[n % TASKS.length]!
      const name = `week-${week}-day-${day}`
      if (n % 9 === 5) await badDay(t, name, at, task)
      else if (n % 4 === 3) await middlingDay(t, name, at, task)
      else await goodDay(t, name, at, task)
      const norm = NORMS.filter(([of]) => of === week)[day]
      if (norm) {
        const e = await t.opens(`${name}-norm`, { at: at + 4 * 3_600_000 })
        await e.says(TASKS[(n + 3) % TASKS.length]!)
        await e.edits("src/price.ts")
        await e.runs("pnpm test", { ok: true, output: GREEN })
        await e.replies("Done, all tests pass.")
        await e.says(norm[1])
        await e.replies("Understood.")
        await e.ends()
      }
      const decided = n % 3 === 1 ? DECIDED[Math.floor(n / 3)] : undefined
      if (decided) await decide(t, ...decided)
      n += 1
    }
  await settle(t.memory)
  t.later(60)
  await note(t.memory, "prices shown to customers include tax", { scope: t.scope, kind: "fact" })
  for (const words of [
    "set QUEUE_URL in the environment before you start the worker",
    "run the migrations with --dry-run first: it finds the locked table at once",
    "shard the invoice tests: they render a PDF each",
    "seed the staging database before trying the import, it is reset every night",
  ])
    await note(t.memory, words, { scope: t.scope, by: "agent", kind: "tactic" })
  await pause(t.memory, { until: null, episode: null })
  t.later(90)
  await resume(t.memory)
  const masked = await t.opens("masked", { at: now - 5 * 3_600_000 })
  await masked.says("why does the upload fail? here is the key: AKIAIOSFODNN7EXAMPLQ")
  await masked.runs("aws s3 ls", { ok: false, output: "An error occurred (AccessDenied)" })
  await masked.replies("The key has no right to list the bucket.")
  await masked.ends()
  const longest = await tellLong(t, "long", now - 4 * 3_600_000, 120)
  const open = await t.opens("open", { at: now - 2 * 3_600_000 })
  await open.says("let the importer skip empty rows, and move the row limit into the settings")
  await open.edits("src/import.ts")
  await open.runs("pnpm test src/import.test.ts", {
    ok: false,
    output: "FAIL src/import.test.ts\nexpected 3 rows, got 4",
  })
  await open.replies("One test is still red. Should a row of blanks count as empty, or as an error?")
  await open.ends()
  await settle(t.memory)
  await t.close()
  return { longest }
}

/** One long episode of about `messages` messages. */
export async function tellLong(t: Teller, name: string, at: number, messages: number): Promise<string> {
  const e = await t.opens(name, { at })
  const turns = Math.max(1, Math.ceil(messages / 7))
  for (let turn = 0; turn < turns; turn++) {
    const rough = turn % 5 === 3
    await e.says(
      turn === 0
        ? "port the checkout to the new payment provider, step by step"
        : rough
          ? "no, the refund path is still wrong, look at the failing test"
          : turn % 5 === 4
            ? "thanks, that fixed it. go on with the next step"
            : `next: step ${turn + 1} of the port`,
    )
    await e.runs("rg -n payment src", { ok: true, output: "src/payment.ts:4: export const pay" })
    await e.edits(`src/payment-${turn % 7}.ts`)
    await e.runs("pnpm test", { ok: !rough, output: rough ? "FAIL src/refund.test.ts\nexpected 402" : GREEN })
    await e.edits(`src/payment-${turn % 7}.ts`)
    await e.runs("pnpm test", { ok: true, output: GREEN })
    if (turn % 4 === 2) await e.commits()
    await e.replies(`Step ${turn + 1} is done; the tests pass.`)
  }
  await e.ends()
  return e.id
}
