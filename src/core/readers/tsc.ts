// The TypeScript compiler and its kin (vue-tsc, svelte-check, tsup, esbuild, webpack, vite, rollup, next).
import { byProgram, type Reader, subcommand } from "./reader.ts"

const checkers = byProgram({
  tsc: "typecheck",
  "vue-tsc": "typecheck",
  "svelte-check": "typecheck",
  tsgo: "typecheck",
  attw: "typecheck",
})
const bundlers = byProgram({
  tsup: "build",
  esbuild: "build",
  webpack: "build",
  rollup: "build",
  parcel: "build",
  rspack: "build",
  swc: "build",
  unbuild: "build",
})
export const tsc: Reader = {
  name: "tsc",
  behindRunner: true,
  claims(command) {
    if (["vite", "next", "nuxt", "astro", "remix", "ng", "expo"].includes(command.program))
      return { salient: subcommand(command) === "build" ? "build" : null }
    if (command.program === "deno" && subcommand(command) === "check") return { salient: "typecheck" }
    if (command.program === "bun" && subcommand(command) === "build") return { salient: "build" }
    return checkers(command) ?? bundlers(command)
  },
  marks: [
    {
      id: "tsc/error",
      says: "fail",
      re: /^.{0,300}(?:\(\d+,\d+\)|:\d+:\d+)(?::| -) error TS\d{2,5}:/m,
      salient: "typecheck",
    },
    { id: "tsc/global-error", says: "fail", re: /^error TS\d{2,5}: /m, salient: "typecheck" },
    { id: "tsc/found", says: "fail", re: /^Found [1-9]\d* errors?(?: in |\.|, )/m },
    { id: "tsc/none", says: "ok", re: /^(?:.{0,40} - )?Found 0 errors\./m },
    { id: "svelte-check/found", says: "fail", re: /^svelte-check found [1-9]\d* errors?/m, salient: "typecheck" },
    { id: "svelte-check/none", says: "ok", re: /^svelte-check found 0 errors/m, salient: "typecheck" },
    { id: "esbuild/error", says: "fail", re: /^(?:✘|X) \[ERROR\] /m, salient: "build" },
    {
      id: "webpack/error",
      says: "fail",
      re: /^(?:ERROR in |webpack .{0,60}compiled with [1-9]\d* errors?)/m,
      salient: "build",
    },
    {
      id: "webpack/ok",
      says: "ok",
      re: /^webpack .{0,60}compiled (?:successfully|with \d+ warnings?)/m,
      salient: "build",
    },
    {
      id: "vite/failed",
      says: "fail",
      re: /^(?:error during build:|\[vite\]: Rollup failed|✗ Build failed|\[!\] )/m,
      salient: "build",
    },
    { id: "vite/built", says: "ok", re: /^✓ built in /m, salient: "build" },
    {
      id: "next/failed",
      says: "fail",
      re: /^(?:Failed to compile\.|> Build (?:error|failed)|Build error occurred)/m,
      salient: "build",
    },
    { id: "next/ok", says: "ok", re: /^\s*(?:✓|▲) Compiled successfully/m, salient: "build" },
    { id: "tsup/failed", says: "fail", re: /^(?:DTS|ESM|CJS) Build error/m, salient: "build" },
  ],
}
