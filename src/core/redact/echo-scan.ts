// Finds secrets a shell prints: a prompt line that asks for one (`$ cat master.key`, `$ echo $API_TOKEN`), then the value.
// Ground truth: prompts end in `$`, `#`, `%` or `>`; the answer is one token alone on the next line.

import { isPlaceholder } from "./placeholder.ts"
import { isBase64Body, isDense, isReference, isUuid } from "./shape.ts"
import { matches, type Span } from "./span.ts"

const ASKED = /[$#%>+] ([^\n]{3,400})\n([^\s"'<>{}()]{8,512})[ \t]*$/gm
const PROMPT = /(?:^|\n)[^\n$#%>]{0,80}$/
const SUBJECT =
  /pass|secret|token|cred|(?:^|[\W_])(?:api|auth|priv\w*|master|access|signing|deploy)?[-_.]?key(?:[\W_]|$)|pwd|rand\b|base64 -{1,2}d|unseal/i
/** Answers that are digests or ids by the command's own meaning. */
const DIGEST =
  /\b(?:git|sha\d*sum|md5sum|shasum|md5|cksum|dgst|docker|kubectl get (?!secret)|wc|ls|find|grep|rg|which|stat|ssh-keygen -l|fingerprint|pubkey|pub|version)\b/

export const scanEchoes = (text: string): Span[] => {
  const spans: Span[] = []
  for (const match of matches(text, ASKED)) {
    const [, command, value] = match
    if (!SUBJECT.test(command!) || DIGEST.test(command!)) continue
    if (!PROMPT.test(text.slice(Math.max(0, match.index - 82), match.index))) continue
    if (isPlaceholder(value!) || isReference(value!)) continue
    if (/^[\w.@-]+(?:\/[\w.@-]+)+\/?$/.test(value!) && !isBase64Body(value!)) continue
    if (isUuid(value!) && !/token|secret|pass/i.test(command!)) continue
    if (!isDense(value!) && !/[A-Za-z][^\w\s]+[A-Za-z0-9]/.test(value!)) continue
    const start = match.index + match[0].indexOf("\n") + 1
    spans.push({ kind: "secret", start, end: start + value!.length })
  }
  return spans
}
