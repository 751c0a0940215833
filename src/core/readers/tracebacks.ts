// Crashes of programs nobody wrote a reader for: Python, Node, Go, Rust, Java, Ruby, PHP, C# tracebacks, and a program's
// own "Error:" line at the start or the end of what it printed. Never read on commands that print other people's text.
import type { Mark } from "./reader.ts"

export const CRASH_MARKS: readonly Mark[] = [
  { id: "crash/python", says: "fail", re: /^Traceback \(most recent call last\):/m },
  {
    id: "crash/python-syntax",
    says: "fail",
    re: /^(?:SyntaxError|IndentationError|ModuleNotFoundError|ImportError): /m,
  },
  {
    id: "crash/python-file",
    says: "fail",
    re: /^(?:[\w./-]{0,100}python[\d.]*): (?:can't open file|No module named)/m,
  },
  {
    id: "crash/node",
    says: "fail",
    re: /^(?:Uncaught )?(?:\w{0,40}Error)(?: \[\w+\])?: .{0,400}\n(?:.{0,300}\n){0,3}\s+at /m,
  },
  { id: "crash/node-internal", says: "fail", re: /^node:internal\/|^Node\.js v\d+\.\d+\.\d+\s*$/m },
  { id: "crash/go", says: "fail", re: /^panic: .{0,400}\n(?:.{0,200}\n){0,4}goroutine \d+ \[/m },
  {
    id: "crash/go-fatal",
    says: "fail",
    re: /^fatal error: (?:all goroutines|concurrent map|stack overflow|unexpected signal)/m,
  },
  { id: "crash/rust", says: "fail", re: /^thread '[^'\n]{1,200}' (?:\(\d+\) )?panicked at /m },
  {
    id: "crash/java",
    says: "fail",
    re: /^Exception in thread "[^"\n]{1,100}" |^Caused by: [\w.]{1,200}(?:Exception|Error)\b/m,
  },
  { id: "crash/ruby", says: "fail", re: /^\S{1,300}\.rb:\d+:in .{1,200}\(\w+(?:Error|Exception)\)/m },
  { id: "crash/php", says: "fail", re: /^(?:PHP )?(?:Fatal|Parse) error: {1,2}/m },
  { id: "crash/dotnet", says: "fail", re: /^Unhandled [Ee]xception[.:]/m },
]
/** A program's own last word on itself. Tried on its first and last lines only. */
export const OWN_WORD =
  /^(?:\S{1,60}: )?(?:(?:Fatal |Unexpected |Internal |Uncaught )?(?:Error|ERROR|error|FATAL|Fatal|fatal|panic|Panic)(?: \[\w+\])?[:!] |ERROR |\[ERROR\] |✗ |✖ |❌ ?|Usage error|exit status [1-9])/
