// An hour of work with a low point: tests fail, the person sets the agent right, things end well. Then a loop of failures.
import { GREEN, happened, RED } from "./stage.ts"
import type { World } from "./world.ts"

const COMMIT = "[main 4f1c22a] Add auth route\n 3 files changed, 88 insertions(+)"

export async function roughHour(world: World, now?: number): Promise<void> {
  await happened(
    world,
    async open => {
      const first = await open("auth")
      await first.says("add an auth route to the API")
      for (let i = 0; i < 12; i++) await first.runs(`cat src/routes/part-${i}.ts`, true, "export const route = {}")
      await first.replies("Here is what I found; I will add the route next.")
      await first.says("go on")
      for (let i = 0; i < 4; i++) await first.runs(`sed -n ${i}p src/auth.ts`, true, "ok")
      await first.runs("pnpm test", false, RED)
      await first.runs("pnpm test auth", false, `${RED}\nexpected 401 to be 200`)
      await first.replies("Two tests fail, I wrote a new key loader.")
      await first.says("no, that is wrong: use the existing key loader, do not write a new one")
      for (let i = 0; i < 8; i++) await first.runs(`grep -n loader src/keys-${i}.ts`, true, "12: load()")
      await first.runs("docker compose up -d redis", true, "Container redis started")
      await first.runs("pnpm test", true, GREEN)
      await first.replies("All tests pass with the existing loader.")
      await first.says("perfect, thanks! clean up and commit")
      await first.runs("git add -A && git commit -m 'Add auth route'", true, COMMIT)
      await first.replies("Committed.")
      await first.ends()
      const second = await open("deploy")
      await second.says("deploy to staging")
      for (let i = 0; i < 4; i++)
        await second.runs("make deploy", false, "make: *** [deploy] Error 1\nno such host: staging")
      await second.replies("The host cannot be reached.")
      await second.says("that is not what I asked for, stop guessing")
      await second.runs("make deploy", false, "make: *** [deploy] Error 1\nno such host: staging")
      await second.replies("I will stop here.")
      await second.ends()
    },
    now === undefined ? {} : { now },
  )
}
