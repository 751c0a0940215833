// The whole table of vendor formats, longest beginning first so that the most exact name wins.

import { cloudFormats } from "./cloud.ts"
import { codeHostingFormats } from "./code-hosting.ts"
import { commerceFormats } from "./commerce.ts"
import type { Format } from "./format.ts"
import { messagingFormats } from "./messaging.ts"
import { modelFormats } from "./models.ts"
import { operationsFormats } from "./operations.ts"

export const allFormats: readonly Format[] = [
  ...cloudFormats,
  ...codeHostingFormats,
  ...modelFormats,
  ...messagingFormats,
  ...commerceFormats,
  ...operationsFormats,
]
