// Say it once: what the user asked for in one episode stands in the next one's pack, and the known mistake is told before it
// happens. Everything in RAM; leave `store` out for the memory of this computer.
import { openMemory } from "mettle"

await using m = await openMemory({ store: "memory" })

const monday = m.episode({ scope: "shop-api", host: "my-agent" })
await monday.user("set up the project")
await monday.tool({ name: "Bash", input: "npm install", output: "added 200 packages", exitCode: 0 })
await monday.agent("Done, I ran npm install.")
await monday.user("always use pnpm in this repo, never npm")
for (const { act, kind, words } of await monday.end()) console.log(`${act} ${kind}: ${words}`)

const tuesday = m.episode({ scope: "shop-api", host: "my-agent" })
await tuesday.user("add a dependency on zod")
const pack = await m.pack({ episode: tuesday, prompt: "add a dependency on zod", budgetTokens: 900 })
console.log(pack.text)

for (const { statement, why } of await m.check({ episode: tuesday, command: "npm install zod" }))
  console.log(`before npm install: ${why} (${statement})`)
await tuesday.end()
