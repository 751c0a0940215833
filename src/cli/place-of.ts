// The computer as installation sees it: the home, the environment, which files are there.
import { existsSync } from "node:fs"
import { homedir } from "node:os"
import type { Place } from "../install/targets.ts"
import type { Io } from "./io.ts"

export const placeOf = (io: Io): Place => ({ home: io.env.HOME || homedir(), env: io.env, exists: existsSync })
