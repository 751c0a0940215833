import { contractOf } from "./contract-of.ts"
import { startPostgres } from "./servers.ts"

contractOf("PostgreSQL", startPostgres, 25)
