// Finds secrets handed to commands and daemons: flags, SQL, netrc, pgpass, htpasswd, shells of databases.
// Ground truth: the manuals of those tools. A flag's value is a secret by its place, so weak values count too.

import { type KeyClass, keyClass } from "./key-name.ts"
import { matches } from "./matches.ts"
import { isPlaceholder } from "./placeholder.ts"
import { isDense, isScrambled } from "./shape.ts"
import type { Span } from "./span.ts"
import { readValue } from "./value-reader.ts"
import { isSecretValue, type Trust } from "./value-verdict.ts"

type Rule = {
  readonly kind: string
  readonly cls: KeyClass
  readonly trust: Trust
  readonly pattern: RegExp
  readonly until?: string
}

/** Each pattern ends right before the value. */
const RULES: readonly Rule[] = [
  {
    kind: "password",
    cls: "password",
    trust: "sure",
    pattern: /\b(?:mysql|mysqldump|mysqladmin|mariadb|mysqlimport|mariadb-dump)\b[^\n|;]{0,200}?\s-p(?=[^\s-])/g,
  },
  {
    kind: "password",
    cls: "password",
    trust: "sure",
    pattern:
      /\b(?:sshpass|docker login|podman login|helm registry login|az login|skopeo login|mongo|mongosh|mongodump|mongorestore|ldapsearch|influx|cqlsh|oc login|nerdctl login|buildah login|ansible-vault|7z[ar]?|zip|unzip|unrar|rar|user(?:add|mod)|sqlcmd|isql|bcp|snowsql|vsql|clickhouse-client|ftp|lftp|expect|htdigest|plink|pscp|psftp|net use|mosquitto_(?:pub|sub)|impacket-\w+|crackmapexec|hydra)\b[^\n|;]{0,200}?\s-(?:[pPw]|pw)[ =]?(?=[^\s-])/g,
  },
  { kind: "password", cls: "password", trust: "sure", pattern: /\bredis-cli\b[^\n|;]{0,200}?\s(?:-a|--pass)[ =]/g },
  { kind: "password", cls: "password", trust: "sure", pattern: /\bhtpasswd\s(?:-\w+\s){0,4}\S+\s\S+\s/g },
  {
    kind: "basic-auth",
    cls: "password",
    trust: "sure",
    pattern:
      /\b(?:curl|http|https|wget|xh|smbclient|rpcclient|httpie)\b[^\n]{0,400}?\s(?:-u|--user|-a|--auth|-U|--proxy-user)[ =]?["']?[^\s:"'%]{0,80}[:%]/g,
  },
  {
    kind: "basic-auth",
    cls: "password",
    trust: "sure",
    pattern: /^\s{0,8}(?:-u|--user|--proxy-user)[ =]["']?[^\s:"']{1,80}:/gm,
  },
  { kind: "password", cls: "password", trust: "sure", pattern: /-pass(?:in|out|word)?\s(?:pass:)?/g },
  {
    kind: "password",
    cls: "password",
    trust: "sure",
    pattern:
      /\b(?:IDENTIFIED (?:WITH \S{1,40} )?(?:BY|AS)|(?:WITH |ENCRYPTED |SET )?PASSWORD(?:\s?=)?|PASSWORD FOR \S{1,80} ?=)\s{1,3}(?:PASSWORD ?\()?(?=['"])/gi,
  },
  {
    kind: "password",
    cls: "password",
    trust: "sure",
    pattern: /\b(?:machine\s+\S{1,120}\s+)?login\s+\S{1,120}\s+password\s+/g,
  },
  {
    kind: "password",
    cls: "password",
    trust: "sure",
    pattern:
      /^\s{0,8}(?:requirepass|masterauth|rootpw|bindpw|smtp_auth_password|auth_pass|wpa_passphrase|enable (?:password|secret)(?: \d)?)\s+/gm,
  },
  {
    kind: "password",
    cls: "password",
    trust: "sure",
    pattern: /^[\w.*-]{1,120}:(?:\d{2,5}|\*):[\w.*-]{1,80}:[\w.*-]{1,80}:(?=\S)/gm,
  },
  {
    kind: "password",
    cls: "password",
    trust: "quoted",
    pattern: /\b(?:AUTH|auth)\s(?:default\s|\w{1,32}\s)?(?=\S{8,128}(?:\s|$))/g,
  },
  { kind: "secret", cls: "secret", trust: "sure", pattern: /ConvertTo-SecureString\s(?:-String\s)?(?=["'])/gi },
  {
    kind: "secret",
    cls: "secret",
    trust: "sure",
    pattern: /\b(?:gh secret set|wrangler secret put|fly secrets set|vercel env add)\s[^\n]{0,80}?(?:--body|-b)[ =]/g,
  },
  {
    kind: "secret",
    cls: "secret",
    trust: "sure",
    pattern:
      /\b(?:put-parameter|put-secret-value|create-secret|update-secret|secrets? (?:set|create|put|add|update|store)|set-secret|env (?:set|add))\b[^\n|;]{0,300}?\s--(?:value|secret-string|body|data|plaintext|secret|string)[ =]/g,
  },
  {
    kind: "password",
    cls: "password",
    trust: "sure",
    pattern:
      /(?:\b(?:sqlplus|sqlldr|expdp|impdp|exp|imp|rman|sqlcl|tnsping)\s(?:-\w+\s){0,4}["']?|:oracle:(?:thin|oci8?):)\w{1,60}\/(?=[^\s/@"']{4,128}@)/g,
    until: "@",
  },
  {
    kind: "password",
    cls: "password",
    trust: "quoted",
    pattern: /(?<![\w/.:@-])[A-Za-z][\w.-]{0,60}:(?=[^\s:@/"'`\\]{6,128}@(?!sha\d)[a-z][\w.-]{0,80}[:/(])/g,
    until: "@",
  },
  {
    kind: "password",
    cls: "password",
    trust: "quoted",
    pattern:
      /\b(?:echo|printf)\s(?:-n\s|'%s(?:\\n)?'\s)?(?=(["'])?[^\s"'|]{8,256}\1?\s{0,3}\|\s{0,3}(?!(?:grep|rg|sed|awk|jq|tr|wc|cut|head|tail|base64|xxd|od|md5\w*|sha\w*)\b)[^\n|]{0,120}(?:sudo -S|stdin|passwd|secrets?\b|tokens?\b|login|credential|vault|auth\b))/g,
  },
  {
    kind: "secret",
    cls: "secret",
    trust: "quoted",
    pattern: /(?:secret|token|password|passwd|credential|login|auth|key)[^\n<]{0,120}<<<\s?/gi,
  },
  { kind: "secret", cls: "password", trust: "quoted", pattern: /::add-mask::|;issecret=true\]/gi },
  {
    kind: "secret",
    cls: "password",
    trust: "sure",
    pattern: /"Type"\s{0,3}:\s{0,3}"SecureString"[^{}]{0,200}?"Value"\s{0,3}:\s{0,3}(?=")/g,
  },
  {
    kind: "password",
    cls: "password",
    trust: "sure",
    pattern: /\bexpect\s[^\n]{0,60}pass[^\n]{0,60}\n\s{0,12}send\s(?:--\s)?(?=["'])/gi,
  },
  { kind: "password", cls: "password", trust: "sure", pattern: /\blftp\b[^\n|;]{0,200}?\s-u\s[\w.@-]{1,60},/g },
  { kind: "password", cls: "password", trust: "quoted", pattern: /\bnet user [\w.-]{1,60} (?=[^\s/])/gi },
  { kind: "password", cls: "password", trust: "sure", pattern: /^(?:S: ?)?334 \w{8,40}={0,2}\r?\n(?:C: ?)?/gm },
  {
    kind: "credentials",
    cls: "password",
    trust: "bare",
    pattern:
      /\b(?:credentials?|creds|login|log in|basic auth|auth)\b(?: (?:is|are|as|with|use|for|using|details|to|the|user|admin|staging|prod|production)){0,4}\s?[:=]?\s{1,3}["'`]?[A-Za-z][\w.@-]{1,60}\s?[:/]\s?(?=\S)/gi,
  },
  {
    kind: "credentials",
    cls: "password",
    trust: "bare",
    pattern:
      /\b(?:credentials?|creds|logins?)\b(?: [\w.'@-]{1,24}){0,6}\s?[:=]\s{1,3}["'`]?[\w.@-]{1,60}\s?[:/]\s?(?=\S)/gi,
  },
  {
    kind: "token",
    cls: "token",
    trust: "quoted",
    pattern: /\b(?:wandb login|codecov (?:\S+ )?-t|snyk auth|railway login --token|ngrok (?:config add-)?authtoken)\s/g,
  },
  { kind: "password", cls: "password", trust: "sure", pattern: /\bnet use\b[^\n]{0,200}?\/user:\S{1,80}\s/gi },
  { kind: "secret", cls: "secret", trust: "sure", pattern: /--from-literal[= ]["']?[\w.-]{1,80}=/g },
  { kind: "cookie", cls: "token", trust: "quoted", pattern: /\bset_?cookie\(\s?["'][\w.-]{1,60}["'],\s?(?=["'])/gi },
  { kind: "api-key", cls: "key", trust: "quoted", pattern: /"keyName"\s?:[^{}]{0,200}?"value"\s?:\s?(?=")/g },
  {
    kind: "password",
    cls: "password",
    trust: "bare",
    pattern: /\bpass(?:word|phrase) for (?:key )?['"][^'"\n]{1,200}['"]: ?(?=\S)/gi,
  },
  {
    kind: "password",
    cls: "password",
    trust: "bare",
    pattern: /\b(?:and|with|using) (?:the )?pass(?:word)? ["'`]?(?=\S)/gi,
  },
  {
    kind: "password",
    cls: "password",
    trust: "bare",
    pattern: /\blog ?in (?:as|with) ["'`]?[\w.@-]{1,60}["'`]? (?:with|using|and|\/) ["'`]?(?=\S)/gi,
  },
]

const FLAG = /(?<![\w-])--?([a-z][\w.-]{1,50})(?: |=| = )(?=[^\s-]|-[^\s-])/gi
const SET_COMMAND =
  /\b(?:config(?:ure)? set|config:set|secrets? set|set -[xgUL]{1,4}|set-secret|setx|git config(?: --\w+)?|ENV|ARG)\s+(?:\S{0,200}?[:.])?([\w.-]{2,60})[ =](?=\S)/g
const PASSWORD_FILE = /^(?!sha\d|md5|http)[\w.@-]{1,80}:(?:[^\s:/]{1,40}:[0-9a-f]{32}|\{\w+\}\S{10,200})$/gm
const NPMRC = /(?:^|[\s"'/:])_(authToken|auth|password)\s?=\s?["']?([^\s"'$]{8,2048})/g
const DOCKER_AUTH = /\\?"auth\\?"\s{0,3}:\s{0,3}\\?"([A-Za-z0-9+/=_-]{8,4096})\\?"/g

const judged = (text: string, at: number, rule: Omit<Rule, "pattern">): Span | undefined => {
  const value = readValue(text, at, { startsLine: true, outerQuote: undefined })
  // `--with-token` is the next flag, not a value.
  if (value === undefined || /^--[a-z]/.test(text.slice(value.start, value.start + 3))) return undefined
  let held = text.slice(value.start, value.end).replace(/[)\]}"'`]+$|\\[rn]$/, "")
  // `user:password@host` without a scheme.
  if (rule.until !== undefined) held = held.slice(0, Math.max(0, held.indexOf(rule.until)))
  if (!isSecretValue(held, rule.cls, rule.trust)) return undefined
  if (rule.until !== undefined && !isDense(held) && !isScrambled(held)) return undefined
  return { kind: rule.kind, start: value.start, end: value.start + held.length }
}

export const scanCommands = (text: string): Span[] => {
  const spans: Span[] = []
  const push = (span: Span | undefined): void => {
    if (span !== undefined) spans.push(span)
  }
  for (const rule of RULES) {
    for (const match of matches(text, rule.pattern)) push(judged(text, match.index + match[0].length, rule))
  }
  for (const pattern of [FLAG, SET_COMMAND]) {
    for (const match of matches(text, pattern)) {
      const cls = keyClass(match[1]!)
      if (cls === undefined) continue
      push(
        judged(text, match.index + match[0].length, {
          kind: cls === "key" ? "api-key" : cls,
          cls,
          trust: cls === "password" ? "sure" : "quoted",
        }),
      )
    }
  }
  for (const match of matches(text, PASSWORD_FILE)) {
    const start = match.index + match[0].indexOf(":") + 1
    if (isDense(text.slice(start, match.index + match[0].length)))
      push({ kind: "password-hash", start, end: match.index + match[0].length })
  }
  for (const match of matches(text, NPMRC)) {
    const end = match.index + match[0].length
    if (!isPlaceholder(match[2]!)) push({ kind: "npm-token", start: end - match[2]!.length, end })
  }
  for (const match of matches(text, DOCKER_AUTH)) {
    const start = match.index + match[0].lastIndexOf(match[1]!)
    if (isDense(match[1]!) || /[a-z][A-Z]/.test(match[1]!))
      push({ kind: "docker-auth", start, end: start + match[1]!.length })
  }
  return spans
}
