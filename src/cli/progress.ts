// Progress on stderr: on a terminal one line that redraws, elsewhere a plain line every ten seconds. Count, rate, and
// after two seconds the time left.
import type { Io } from "./io.ts"

interface Look {
  readonly label: string
  readonly total: number | null
  readonly quiet: boolean
  readonly ascii: boolean
}

const REDRAW_MS = 100
const PLAIN_MS = 10_000
const SETTLED_MS = 2000
const BAR = 20

/** `to`: so many are done in all, a remark behind the figures; `done` ends the line, with a closing word when given one. */
export function progress(io: Io, look: Look) {
  const start = io.now()
  const live = io.tty.stderr && io.env.TERM !== "dumb"
  let done = 0
  let shown = live ? start - REDRAW_MS : start
  const show = (now: number, remark: string) => {
    shown = now
    const text = figures(look, done, now - start) + (remark ? ` ${look.ascii ? "-" : "·"} ${remark}` : "")
    io.stderr(live ? `\r\x1b[K${text}` : `${text}\n`)
  }
  const to = (count: number, remark = ""): void => {
    done = count
    const now = io.now()
    if (!look.quiet && now - shown >= (live ? REDRAW_MS : PLAIN_MS)) show(now, remark)
  }
  return {
    to,
    step: (count = 1) => to(done + count),
    done: (remark = "") => {
      if (look.quiet) return
      if (live) io.stderr("\r\x1b[K")
      if (remark) io.stderr(`${remark}\n`)
    },
  }
}

function figures({ label, total, ascii }: Look, done: number, elapsed: number): string {
  const dot = ascii ? " - " : " · "
  const parts = [
    total === null ? `${label}  ${done}` : `${label}  ${bar(done / Math.max(1, total), ascii)}  ${done}/${total}`,
  ]
  if (elapsed >= SETTLED_MS && done > 0) {
    const rate = (done * 1000) / elapsed
    parts.push(`${rate >= 10 ? Math.round(rate) : rate.toFixed(1)}/s`)
    if (total !== null && total > done) parts.push(`${duration(((total - done) / rate) * 1000)} left`)
  }
  return parts.join(dot)
}

const bar = (share: number, ascii: boolean): string => {
  const full = Math.round(Math.min(1, share) * BAR)
  return (ascii ? "#" : "█").repeat(full) + (ascii ? "." : "░").repeat(BAR - full)
}

export function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  if (seconds < 100) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 100 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}
