import { contractOf } from "./contract-of.ts"
import { startNats } from "./servers.ts"

contractOf("NATS, one node", startNats, 25)
