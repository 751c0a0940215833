// Which lines of a prompt are machine text or someone else's words: logs, diffs, stack traces, mails, chats, data.
// Judges one line at a time, linear in its length. Not here: fences, tags and quotation marks (own-words.ts).

/** A line no person types as a sentence to an agent. */
const MACHINE: readonly RegExp[] = [
  /^\s*\d{1,5}\s*[|→]\s/,
  // a row of a table
  /^\s*\d{1,9}[,;\t](?=\p{L}|")/u,
  /^\s*[a-z][\w.-]{1,30}>\s/i,
  /^\s*(?:\d{4}-\d{2}-\d{2}|\d{2}:\d{2}:\d{2}|\[?\d{2}\/\d{2}\/\d{2,4})[ T\]]/,
  /^\s*\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL)\]?[:\s|]/,
  /^\s*(?:[A-Z]\w{0,60}(?:Error|Exception|Warning)|error(?:\[\w+\])?|warning|fatal|panic|remote|npm (?:err!|warn|error)|caused by|traceback)\b[^a-z]{0,3}[:!(]/i,
  /^\s*(?:at\s+\S+\s*\(|at\s+\S+:\d+|File "[^"]{1,300}", line \d+|goroutine \d+|\.{3} \d+ more|---> |=== |--- (?:FAIL|PASS|SKIP))/,
  /^\s*(?:diff --git|index [0-9a-f]{6,}|@@ |\+\+\+ |--- [ab]\/|commit [0-9a-f]{7,40}\b|Author:|Merge: |Co-Authored-By:|Signed-off-by:)/i,
  /^\+(?!\d)/,
  /^\s*(?:\$|❯|➜|%|PS [A-Z]:\\|\w{1,32}@[\w.-]{1,64}[:\s][^\n]{0,80}[$#])\s/,
  /^\s*(?:\/\/|\/\*|\*\/|#!|<!--|--\s|;;)/,
  /^\s*"[\w .$@/-]{1,80}"\s*:/,
  /[;{]\s*$/,
  /^\s*[\w.-]{1,80}\s*=\s*(?:[frbu]?"|[frbu]?'|\[|\{|true\b|false\b|\d)/,
  /^\S{1,200}:\d+(?::\d+)?:?\s/,
  /^\s*(?:✓|✔|✗|✘|×|⎿|├|└|│|╭|╰|●|⏺|☐|☒|❌|✅|⚠|⏭|♻|✨|📊|💡|ℹ)/u,
  /^\s*(?:PASS|FAIL|ok|not ok|---|\?)\s+[\w./-]+\s*(?:[\d.]+s|\(|\d|$)/,
]
export const isMachineLine = (line: string): boolean => MACHINE.some(p => p.test(line.slice(0, 600)))

/** From this line on, everything is someone else's text: a mail, a chat, another prompt, a compaction summary. */
const FOREIGN: readonly RegExp[] = [
  /^\s*\[(?!image|x\]|\s*\])[a-z][\w .:@-]{1,30}\]\s+\S/i,
  /^[\s\p{P}\p{S}]{0,10}(?:system|assistant|developer|tool|function)[\s\p{P}\p{S}]{0,4}(?:\]|:|>|\))/iu,
  /^\s*[-=*#_\s]{0,8}(?:BEGIN|START|END)\s+(?:OF\s+)?[A-Z]{4,}/,
  /^\s*(?:re|fwd?|aw|wg)\s*:\s/i,
  /^\W*(?:copied|pasted|excerpted|quoted|taken|forwarded|quoting|snippet) (?:from|by|of)\b/i,
  /^\s*\/(?!remember|memory|memo|note|rule|pref|mettle)[a-z][\w:-]{1,40}(?:\s|$)/i,
  /\b(?:let's play|role-?play|act as (?:a|an|the|if)|pretend (?:to be|you|i|we)|you are now|you are (?:a|an) [a-z]|as the user\b|in the (?:movie|story|novel|game|book))/i,
  /\b(?:returned|printed|prints|says|said|reads|states|stated|wrote|emits|gives|(?<!the )(?<!your )outputs|outputted|responded|replied|shows|showed|contains)\s*$/i,
  /^\s*[[(*_#>\s-]{0,6}(?:system|user|human|assistant|ai|bot|model|developer|operator|admin(?:istrator)?|tool|function|chatgpt|gpt-?\d?|gemini|copilot|claude|codex|coderabbit\w*|cursor|reviewer)\b[\w ]{0,24}[\])*_]{0,4}\s*(?:prompt|message|instructions?|note|override|says?|said)?\s*[\])*_]{0,4}\s*[:>]/i,
  /^\s*(?:from|to|cc|bcc|subject|sent|date|reply-to|betreff|von|objet|asunto|de)\s*:\s*\S/i,
  /^\s*(?:this session is being continued|caveat: the messages below|base directory for this skill|\[request interrupted|your task is to|you are (?:a|an|the)\s)/i,
  /^\s*-{3,}\s*(?:original|forwarded|begin|start|end)\b/i,
  /\[\/?INST\]|<<\/?SYS>>|<\|[\w-]{1,30}\|>|^\s*\[\/?(?:system|assistant|user)\]/i,
  /^\s*[\w-]{2,39}\s+commented\b/i,
]
export const startsForeignText = (line: string): boolean => FOREIGN.some(p => p.test(line.slice(0, 400)))
