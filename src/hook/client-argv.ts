// The arguments of the program that called a hook, where the system tells (Linux): shells in between and our launcher
// are skipped. They say whether a person sits there (`-p`, `run`); they are looked at and never kept.
import { readFileSync } from "node:fs"
import { basename } from "node:path"

const SHELLS = /^-?(?:sh|dash|bash|zsh|ash|ksh|busybox)$/
const MOST = { levels: 5, words: 64, length: 200 } as const

export function clientArgv(pid: number): readonly string[] | null {
  let at = pid
  for (let level = 0; level < MOST.levels && at > 1; level++) {
    try {
      const words = readFileSync(`/proc/${at}/cmdline`, "utf8").split("\0", MOST.words)
      if (!SHELLS.test(basename(words[0] ?? ""))) return words.slice(1).map(word => word.slice(0, MOST.length))
      at = parentOf(at)
    } catch {
      return null
    }
  }
  return null
}

function parentOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
  // The name may hold anything, brackets and blanks too; the fields follow its last bracket.
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1])
}
