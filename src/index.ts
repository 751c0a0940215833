// The library: import { openMemory } from "mettle". Everything it promises stands in sdk/contract.ts and in docs/sdk.md.
export { type Code, type ErrorParts, isCode, MettleError } from "./core/errors.ts"
export { eventJsonSchemas as eventSchemas, type JsonSchema } from "./core/json-schema.ts"
export type { Kind, OutcomeType, Placement, Slot, Stage, Tier, Verdict } from "./core/model.ts"
export type * from "./core/promised.ts"
export type * from "./sdk/contract.ts"
export { memoryStore, openMemory } from "./sdk/open-memory.ts"
