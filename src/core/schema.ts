// The only door to the schema library. zod/mini keeps the bundled hook small (docs/decisions/0002-dependencies.md).
export * as s from "./schema-library.ts"
