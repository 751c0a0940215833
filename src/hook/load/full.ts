// dist/hook-full.cjs: the whole hook in one part, so that whoever wants an answer takes in nothing twice.
import "./main.ts"

export * from "./for-answers.ts"
