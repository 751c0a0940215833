// The story that demo plays: three sessions as Claude Code's hooks would tell them. Data only; every word here is made up.
export type Step =
  | { readonly what: "opens"; readonly title: string }
  | { readonly what: "user"; readonly words: string }
  | { readonly what: "agent"; readonly words: string }
  | { readonly what: "tool"; readonly command: string; readonly ok: boolean; readonly output: string }
  | { readonly what: "ends" }

const RED = `FAIL src/cart.test.ts
Error: connect ECONNREFUSED 127.0.0.1:6379
Tests: 3 failed, 4 passed, 7 total`
const GREEN = `PASS src/cart.test.ts
Tests: 7 passed, 7 total`
const tool = (command: string, ok: boolean, output: string): Step => ({ what: "tool", command, ok, output })

const redFixedGreen: readonly Step[] = [
  tool("pnpm test", false, RED),
  tool("docker compose up -d redis", true, "Container shop-redis-1  Started"),
  tool("pnpm test", true, GREEN),
]

export const STORY: readonly (readonly Step[])[] = [
  [
    { what: "opens", title: "Monday. The agent knows nothing yet." },
    { what: "user", words: "add zod and make the cart tests pass" },
    tool("npm install zod", true, "added 1 package in 2s"),
    ...redFixedGreen,
    { what: "agent", words: "zod is in, and the cart tests pass. Redis was not running." },
    { what: "user", words: "good. but always use pnpm in this repo, never npm" },
    { what: "agent", words: "Understood, pnpm it is." },
    { what: "ends" },
  ],
  [
    { what: "opens", title: "Tuesday. Another session, the same repository." },
    { what: "user", words: "add date-fns and run the tests" },
    tool("npm install date-fns", true, "added 1 package in 1s"),
    tool("pnpm add date-fns", true, "dependencies: + date-fns"),
    ...redFixedGreen,
    { what: "agent", words: "date-fns is in; all tests pass." },
    { what: "ends" },
  ],
  [
    { what: "opens", title: "Wednesday." },
    { what: "user", words: "run the tests" },
    ...redFixedGreen,
    { what: "agent", words: "I started Redis first; all tests pass." },
    { what: "ends" },
  ],
]
