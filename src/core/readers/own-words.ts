// What a tool or a shell says of itself in one line, whoever it is: refusals, missing folders, a program's own last word.

/** One line of a plain tool's own refusal. */
export const OWN_ERROR =
  /^(?:\/\S{1,100}\/)?[a-z][\w+.-]{0,30}: {1,2}(?:Error is not recoverable|cannot |can't |could not |unable to |invalid |unrecognized |illegal |unknown |missing |no such|.{1,300}: (?:No such file or directory|Permission denied|Is a directory|Not a directory|Operation not permitted|Directory not empty|File exists|command not found|not found|No such process|Read-only file system))/i
/** The first line with which a tool that shows text refuses to. */
export const REFUSES =
  /^(?:fatal: |usage: |Usage: |error: (?:unknown|invalid|ambiguous|pathspec)|[a-z][\w+.-]{0,30}: (?:error: |illegal option|invalid option|unrecognized option|unknown option|invalid |unknown ))/
/** The shell could not enter the folder the rest was meant for. */
export const WRONG_FOLDER =
  /^(?:\S{1,120}: (?:line \d+: )?cd: .{1,300}: (?:No such file|Not a directory)|\S{1,40}:cd:\d+: (?:no such file|not a directory))/
/** A program's own last word on itself. Tried on its first and last lines only. */
export const OWN_WORD =
  /^(?:\S{1,60}: )?(?:(?:Fatal |Unexpected |Internal |Uncaught )?(?:Error|ERROR|error|FATAL|Fatal|fatal|panic|Panic)(?: \[\w+\])?[:!] |ERROR |\[ERROR\] |✗ |✖ |❌ ?|Usage error|exit status [1-9])/
