// Times that were not believed when they were folded (core/views/clock.ts), for doctor.
import { type SetAside, setAsideTimes } from "../../core/views/clock.ts"
import type { Memory } from "../memory.ts"

export const wrongTimes = (memory: Memory): SetAside | null => setAsideTimes(memory.views)
