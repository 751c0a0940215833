import { contractOf } from "./contract-of.ts"
import { startNatsCluster } from "./servers.ts"

contractOf("NATS, three nodes and three replicas", startNatsCluster, 8)
