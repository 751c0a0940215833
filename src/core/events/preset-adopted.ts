// preset.adopted: From here on the store lives under this preset. Reversible by adopting the former one.
import { s } from "../schema.ts"
import { defineEvent } from "./define.ts"

export const presetAdopted = defineEvent("preset.adopted", {
  about: "From here on the store lives under this preset. Reversible by adopting the former one.",
  origin: "authored",
  data: s.object({
    preset: s.string(),
    params: s.record(s.string(), s.unknown()),
  }),
})
