// What a team shares goes and comes, apart from any hook. Only where a team was joined: everybody else pays one look for a file that is
// not there. It says where the whole program lies, since one may join without `mettle init`.
import { join } from "node:path"
import { parse, str } from "../../core/loose.ts"
import { textIn } from "../../paths.ts"
import type { Work } from "./errand.ts"

export const team: Work = {
  isDue: () => true,
  runs: {
    words: ["team", "sync"],
    program: ({ around }) =>
      around && str(parse(textIn(join(around.dataDir, "team", "membership.json")) ?? "")?.program),
  },
}
