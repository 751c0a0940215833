// preset.adopted: From here on the store lives under this preset, with these numbers of its rules. act.undone takes it back.
import { s } from "../schema.ts"
import { defineEvent } from "./define.ts"

export const presetAdopted = defineEvent("preset.adopted", {
  about: "From here on the store lives under this preset, with these numbers of its rules. act.undone takes it back.",
  origin: "authored",
  data: s.object({
    preset: s.string(),
    params: s.record(s.string(), s.unknown()),
  }),
})
