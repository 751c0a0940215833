// The story that demo plays: what was said and done in four past sessions, and the one session that follows. Data only;
// every word here is made up.
export type Step =
  | { readonly what: "opens" }
  | { readonly what: "user"; readonly words: string }
  | { readonly what: "agent"; readonly words: string }
  | { readonly what: "tool"; readonly command: string; readonly ok: boolean; readonly output: string }
  | { readonly what: "ends" }

const RED = `FAIL src/cart.test.ts
Error: REDIS_URL is not set
Tests: 3 failed, 4 passed, 7 total`
const GREEN = `PASS src/cart.test.ts
Tests: 7 passed, 7 total`
const tool = (command: string, ok: boolean, output: string): Step => ({ what: "tool", command, ok, output })
const user = (words: string): Step => ({ what: "user", words })
const agent = (words: string): Step => ({ what: "agent", words })

const FIX = "pnpm run env:setup"
const redFixedGreen: readonly Step[] = [
  tool("pnpm test", false, RED),
  tool(FIX, true, "wrote .env with REDIS_URL"),
  tool("pnpm test", true, GREEN),
]

export const FORGOTTEN = "Miezi"
/** Newest last; each some days apart. */
export const PAST: readonly { readonly daysAgo: number; readonly steps: readonly Step[] }[] = [
  {
    daysAgo: 12,
    steps: [
      user("add zod and make the cart tests pass"),
      tool("npm install zod", true, "added 1 package in 2s"),
      ...redFixedGreen,
      agent("zod is in, and the cart tests pass. REDIS_URL was missing."),
      user("good. but use pnpm, not npm"),
      agent("Understood, pnpm it is."),
    ],
  },
  {
    daysAgo: 9,
    steps: [
      user("add a discount code to the cart"),
      tool("npm install big.js", true, "added 1 package in 1s"),
      agent("big.js is in, the discount works."),
      user("no, use pnpm, not npm. then run the tests"),
      ...redFixedGreen,
      agent("Done, all tests pass."),
    ],
  },
  {
    daysAgo: 5,
    steps: [
      user("show the tax per line in the invoice"),
      ...redFixedGreen,
      agent("The invoice shows the tax per line; the tests pass."),
      user(`thanks. the test login is ${FORGOTTEN}, as always`),
      agent("I will add the types with npm then."),
      user("use pnpm, not npm"),
      agent("With pnpm, yes."),
    ],
  },
  {
    daysAgo: 2,
    steps: [
      user("round prices half up"),
      ...redFixedGreen,
      tool("npm install decimal.js", true, "added 1 package in 1s"),
      agent("Rounding is done with decimal.js."),
      user("use pnpm, not npm!"),
      agent("Sorry, pnpm from now on."),
    ],
  },
]

export const TODAY: readonly Step[] = [
  { what: "opens" },
  user("add date-fns to the cart, then make pnpm test pass"),
  tool("npm install date-fns", true, "added 1 package in 1s"),
  tool("pnpm add date-fns", true, "dependencies: + date-fns"),
  tool("pnpm test", false, RED),
  tool(FIX, true, "wrote .env with REDIS_URL"),
  tool("pnpm test", true, GREEN),
  agent("date-fns is in; all tests pass."),
  { what: "ends" },
]
