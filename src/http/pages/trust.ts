// Trust: whose proposals hold up?
import { type Desk, pageOf } from "../desk.ts"
import type { TrustPage } from "../schemas.ts"

export const trustPage = (desk: Desk): TrustPage => ({
  ...pageOf(desk, "mettle trust", "No source has proposed anything that was judged yet."),
  sources: [],
})
