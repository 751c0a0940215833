// What we use of zod/mini, name by name: handing the namespace on whole would put all of the library and its translations
// (700 KB) into the hook. A function that is missing here is added here. A schema is made when it is first used: a hook
// touches three of two hundred, and making them all was a fifth of its time.
import * as now from "zod/mini"
import { putOff } from "./put-off.ts"

export type { infer, ZodMiniObject, ZodMiniType } from "zod/mini"
export const any = putOff(now.any)
export const array = putOff(now.array)
export const boolean = putOff(now.boolean)
export const discriminatedUnion = putOff(now.discriminatedUnion)
export const gt = putOff(now.gt)
export const gte = putOff(now.gte)
export const int = putOff(now.int)
export const length = putOff(now.length)
export const literal = putOff(now.literal)
export const looseObject = putOff(now.looseObject)
export const lt = putOff(now.lt)
export const lte = putOff(now.lte)
export const maxLength = putOff(now.maxLength)
export const minLength = putOff(now.minLength)
export const nullable = putOff(now.nullable)
export const number = putOff(now.number)
export const object = putOff(now.object)
export const optional = putOff(now.optional)
export const pick = putOff(now.pick)
export const record = putOff(now.record)
export const refine = putOff(now.refine)
export const regex = putOff(now.regex)
export const strictObject = putOff(now.strictObject)
export const string = putOff(now.string)
export const tuple = putOff(now.tuple)
export const union = putOff(now.union)
export const unknown = putOff(now.unknown)

// Words of the language itself can be exported under their names, not declared.
const enumLater = putOff(now.enum)
const nullLater = putOff(now.null)
const undefinedLater = putOff(now.undefined)

export { enumLater as enum, nullLater as null, undefinedLater as undefined }
