// THE table of commands, statements and phrases whose next word is a secret: `words that open it => kind trust /what ends right before
// the value/`, and `until` a unit that ends the value. Beginnings of words are opening.ts's, "~" is a blank. Ground truth: the manuals
// of those tools. How a rule is looked for and how its value is read is command-scan's.
import { once } from "../once.ts"
import type { KeyClass } from "./key-name.ts"
import type { Trust } from "./value.ts"

export type CommandRule = {
  readonly kind: string
  readonly cls: KeyClass
  readonly trust: Trust
  /** Sticky at a word that opens it, or global behind its mark; ends right before the value. */
  readonly pattern: () => RegExp
  /** A unit that ends the value. */
  readonly until?: string
}
const OPENED = String.raw`
mysql mariadb => password sure /(?:mysql\w{0,8}|mariadb(?:-dump)?)\b[^\n|;]{0,200}?\s-p(?=[^\s-])/y
sshpass docker~login podman~login helm~registry az~login skopeo~login mongo ldap influx cqlsh oc~login nerdctl~login buildah~login ansible-vault 7z zip unzip unrar rar useradd usermod sqlcmd isql bcp snowsql vsql clickhouse-client ftp lftp htdigest plink pscp psftp net~use mosquitto_ impacket- crackmapexec hydra => password sure /[^\n|;]{2,200}?\s-(?:[pPw]|pw)[ =]?(?=[^\s-])/y
wpa_passphrase => password sure /wpa_passphrase[ \t]{1,8}(?:"[^"\n]{1,64}"|'[^'\n]{1,64}'|[^\s"']{1,64})[ \t]{1,8}(?=\S)/y
redis-cli => password sure /redis-cli\b[^\n|;]{0,200}?\s(?:-a|--pass)[ =]/y
htpasswd => password sure /htpasswd\s(?:-\w+\s){0,4}\S+\s\S+\s/y
curl http~ https~ httpie wget xh~ smbclient rpcclient => basic-auth sure /\w{2,10}\b[^\n]{0,400}?\s(?:-u|--user|-a|--auth|-U|--proxy-user)[ =]?["']?[^\s:"'%]{0,80}[:%]/y
identified password => password sure /(?:IDENTIFIED (?:WITH \S{1,40} )?(?:BY|AS)|PASSWORD(?:\s?=| FOR \S{1,80} ?=)?)\s{1,3}(?:PASSWORD ?\()?(?=['"])/iy
login => password sure /login\s{1,8}\S{1,120}\s{1,8}password\s{1,8}/y
requirepass masterauth rootpw bindpw smtp_auth_password auth_pass wpa_passphrase enable~ => password sure /(?<=^[ \t]{0,8})(?:requirepass|masterauth|rootpw|bindpw|smtp_auth_password|auth_pass|wpa_passphrase|enable (?:password|secret)(?: \d)?)[ \t]{1,8}/my
auth~ => password quoted /(?:AUTH|auth)\s(?:default\s|\w{1,32}\s)?(?=\S{8,128}(?:\s|$))/y
auth" => password quoted /AUTH" (?:"\w{1,32}" )?(?="[^"\s]{8,128}")/iy
new~value => secret quoted /new value: ?/iy
rabbitmqctl => password sure /rabbitmqctl\s(?:-\S+\s){0,3}(?:add_user|change_password)\s\S{1,60}\s/y
mc~alias => secret sure /mc alias set \S{1,60} \S{1,200} \S{1,120} /y
ssh-keygen => password sure /ssh-keygen\b[^\n|;]{0,200}?\s-[NP] ?(?=[^\s-])/y
openssl => password sure /openssl\b[^\n|;]{0,200}?\s-[kK]\s(?=[^\s-])/y
snmp-server => password quoted /snmp-server community /y
username => password sure /username \S{1,60}(?: privilege \d{1,2})? (?:secret|password)(?: \d)? /y
convertto-securestring => secret sure /ConvertTo-SecureString\s(?:-String\s)?(?=["'])/iy
gh~secret wrangler~secret fly~secrets vercel~env => secret sure /\w{2,8} (?:secrets?|env) (?:set|put|add)\s[^\n]{0,80}?(?:--body|-b)[ =]/y
put-parameter put-secret create-secret update-secret set-secret secret~ secrets~ env~ => secret sure /(?:put-parameter|put-secret-value|create-secret|update-secret|secrets? (?:set|create|put|add|update|store)|set-secret|env (?:set|add))\b[^\n|;]{0,300}?\s--(?:value|secret-string|body|data|plaintext|secret|string)[ =]/y
sqlplus sqlldr expdp impdp exp~ imp~ rman sqlcl oracle: => password sure /(?:(?:sqlplus|sqlldr|expdp|impdp|exp|imp|rman|sqlcl)\s(?:-\w+\s){0,4}["']?|oracle:(?:thin|oci8?):)\w{1,60}\/(?=[^\s/@"']{4,128}@)/y until @
echo printf => password quoted /(?:echo|printf)\s(?:-n\s|'%s(?:\\n)?'\s)?(?=(["'])?[^\s"'|]{8,256}\1?\s{0,3}\|\s{0,3}(?!(?:grep|rg|sed|awk|jq|tr|wc|cut|head|tail|base64|xxd|od|md5\w*|sha\w*)\b)[^\n|]{0,120}(?:sudo -S|stdin|passwd|secrets?\b|tokens?\b|login|credential|vault|auth\b))/y
expect => password sure /expect\s[^\n]{0,60}pass[^\n]{0,60}\n\s{0,12}send\s(?:--\s)?(?=["'])/iy
lftp => password sure /lftp\b[^\n|;]{0,200}?\s-u\s[\w.@-]{1,60},/y
net~user => password quoted /net user [\w.-]{1,60} (?=[^\s/])/iy
net~use => password sure /net use\b[^\n]{0,200}?\/user:\S{1,80}\s/iy
credential creds login log~in basic~auth auth => credentials bare /(?:credentials?|creds|login|log in|basic auth|auth)\b(?: (?:is|are|as|with|use|for|using|details|to|the|user|admin|staging|prod|production)){0,4}\s?[:=]?[ \t]{1,3}["'\x60]?[A-Za-z][\w.@-]{1,60} ?[:/] ?(?=\S)/iy
credential creds login => credentials bare /(?:credentials?|creds|logins?)\b(?: [\w.'@-]{1,24}){0,6}\s?[:=]\s{1,3}["'\x60]?[\w.@-]{1,60}\s?[:/]\s?(?=\S)/iy
wandb~login codecov snyk~auth railway~login ngrok => token quoted /(?:wandb login|codecov (?:\S+ )?-t|snyk auth|railway login --token|ngrok (?:config add-)?authtoken)\s/y
set_cookie setcookie => cookie quoted /set_?cookie\(\s?["'][\w.-]{1,60}["'],\s?(?=["'])/iy
pass => password bare /pass(?:word|phrase) for (?:key )?['"][^'"\n]{1,200}['"]: ?(?=\S)/iy
and~ with~ using~ => password bare /(?:and|with|using) (?:the )?pass(?:word)? ["'\x60]?(?=\S)/iy
login log~in logging~in => password bare /log(?:ging)? ?in (?:as|with) ["'\x60]?[\w.@-]{1,60}["'\x60]? (?:with|using|and|\/) ["'\x60]?(?=\S)/iy
`
/** These open with a sign: asked only of texts that hold their mark. */
const MARKED = String.raw`
-u => basic-auth sure /^[ \t]{0,8}(?:-u|--user|--proxy-user)[ =]["']?[^\s:"']{1,80}:/gm
-pass => password sure /-pass(?:in|out|word)?(?<=(?:^|[\s"'])-pass(?:in|out|word)?)\s(?:pass:)?/g
::add-mask:: => password quoted /::add-mask::/g
issecret=true] => password quoted /;issecret=true\]/g
SecureString => password sure /"SecureString"[^{}]{0,200}?"Value"\s{0,3}:\s{0,3}(?=")/g
334  => password sure /^(?:S: ?)?334 \w{8,40}={0,2}\r?\n(?:C: ?)?/gm
--from-literal => secret sure /--from-literal[= ]["']?[\w.-]{1,80}=/g
"keyName" => api-key quoted /"keyName"\s?:[^{}]{0,200}?"value"\s?:\s?(?=")/g
`

/** What a value of this kind is to whoever judges it. */
const CLASS: Readonly<Record<string, KeyClass>> = {
  ...{ password: "password", "basic-auth": "password", credentials: "password", secret: "secret" },
  ...{ token: "token", cookie: "token", "api-key": "key" },
}
const LINE = /^(.+?) => ([a-z-]+) (sure|quoted|bare) \/(.+)\/([gimy]+)(?: until (.))?$/
const isTrust = (word: string | undefined): word is Trust => word === "sure" || word === "quoted" || word === "bare"
/** What is no line of the table is refused. */
export const commandRulesOf = (table: string): readonly (readonly [string, CommandRule])[] =>
  table
    .split("\n")
    .filter(line => line !== "")
    .map(line => {
      const [, opens, kind, trust, source, flags, until] = LINE.exec(line) ?? []
      const cls = CLASS[kind ?? ""]
      if (!isTrust(trust) || cls === undefined) throw new TypeError(`no rule of a command: ${line}`)
      const rule = { kind: kind!, cls, trust, pattern: once(() => new RegExp(source!, flags)) }
      return [opens!, until === undefined ? rule : { ...rule, until }]
    })

export const openedRules = commandRulesOf(OPENED)
export const markedRules = commandRulesOf(MARKED)
