// The optional model: switched on, may it use anything, and is there somebody to run it.
import { wholeProgram } from "../../model/start-worker.ts"
import { type Check, ok, warn } from "./finding.ts"

export const model: Check = {
  name: "model",
  look: context => {
    const config = context.configAsIs()
    const backend = config.get("model.backend")
    if (backend === "none") return ok("none is switched on")
    if (config.get("model.dailyTokens") === 0)
      return warn(
        `${backend} may use 0 tokens a day, so it is asked nothing`,
        "mettle config set model.dailyTokens 200000",
      )
    if (wholeProgram(context.basePaths().data) === null)
      return warn(
        `${backend}, but hooks do not know where mettle lies: nothing runs it by itself`,
        "mettle init, or mettle settle --model",
      )
    return ok(`${backend}, run when work ends`)
  },
}
