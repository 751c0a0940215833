// The launcher: a POSIX shell script at a path without a version, beside a copy of the bundle and of the SQLite driver.
// It asks the resident (`reach`), else runs the bundle with Node. It survives a purged npx cache, another Node, an
// upgrade, and the removal of the package; it never writes a payload anywhere. Measured in bench/hook.ts.
import { spawnSync } from "node:child_process"
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { MettleError } from "../core/errors.ts"
import { bundleMark, CALLER_HEADER, envHeader, MARK_HEADER } from "../hook/protocol.ts"
import {
  deafMark,
  type Env,
  fitsSocket,
  type Paths,
  packageFile,
  privateDir,
  runDir,
  socketPath,
  writeWhole,
} from "../paths.ts"

const LAUNCHER = "mettle-hook"
/** How long the launcher waits for the resident; the rest of the second belongs to the way without it. */
const RESIDENT_SECONDS = "0.5"
const SPENT_MS = 500

export const binDir = (paths: Paths): string => join(paths.data, "bin")
export const launcherPath = (paths: Paths): string => join(binDir(paths), LAUNCHER)
/** What stands in a client's settings: one shell string, the same for every release. */
export const hookCommand = (paths: Paths, client: string, platform: string = process.platform): string =>
  platform === "win32"
    ? `node "${join(binDir(paths), "hook.cjs")}" hook ${client}`
    : `${quoted(launcherPath(paths))} hook ${client}`

/** For sh: everything is plain between single quotes but the quote itself. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** `variables`: what adapters look at. Places that the environment sets are those that hold for the launcher. */
function launcherScript(paths: Paths, env: Env, node: string, variables: readonly string[]): string {
  const bundle = join(binDir(paths), "hook.cjs")
  const dir = runDir(paths, {})
  const socket = socketPath(dir)
  const home = env.METTLE_HOME ?? ""
  const places = placesOf(env).map(([name, set]) => set ?? `unset ${name}`)
  const headers = variables.map(
    name => `  case "\${${name}-}" in '' | *"$nl"*) ;; *) set -- "$@" -H "${envHeader(name)}: $${name}" ;; esac`,
  )
  const resident = `${reachScript(bundleMark(bundle), process.platform)}
if [ "\${METTLE-}" != off ] && [ -S "$sock" ] && [ -O "$sock" ] && [ ! -e ${quoted(deafMark(dir))} ] && [ "$home" = ${quoted(home)} ]; then
  set --
  nl='
'
${headers.join("\n")}
  reach "$@" && exit 0
  case $? in 28) silent=1 ;; 7 | 127) ;; *) failed=1 ;; esac
fi`
  return `#!/bin/sh
# Written by mettle init, written anew by every init, removed by mettle uninstall. Usage: ${LAUNCHER} hook <client>
# Exit 0 whatever happens, nothing on stderr: an agent must not notice that its memory is out.
[ -n "\${METTLE_INTERNAL-}" ] && exit 0
[ "\${1-}" = hook ] || exit 0
case "\${2-}" in '' | *[!a-z-]*) exit 0 ;; esac
client=$2
silent=
failed=
# Tests on busy machines wait longer.
wait=\${METTLE_PATIENCE:-${RESIDENT_SECONDS}}
home=\${METTLE_HOME:-${quoted(home)}}
METTLE_RUN_DIR=${quoted(dir)} && export METTLE_RUN_DIR
# A hook speaks to nobody: reading these certificates would double what Node needs to start.
METTLE_CA_CERTS=\${NODE_EXTRA_CA_CERTS-} NODE_EXTRA_CA_CERTS= && export METTLE_CA_CERTS NODE_EXTRA_CA_CERTS
sock=${quoted(socket)}
${fitsSocket(socket) ? resident : "# The name of the socket would be too long for the kernel: no resident here."}
bundle=${quoted(bundle)}
[ -f "$bundle" ] || exit 0
if [ "$home" = ${quoted(home)} ]; then
  ${places.join("\n  ")}
else
  unset METTLE_RUN_DIR
fi
run() {
  [ -x "$1" ] || return 0
  if [ -n "$silent" ]; then
    METTLE_SPENT_MS=${SPENT_MS} METTLE_RESIDENT_SILENT=1 NODE_OPTIONS= "$1" "$bundle" hook "$client" 2>/dev/null
  else
    METTLE_RESIDENT_FAILED=$failed NODE_OPTIONS= "$1" "$bundle" hook "$client" 2>/dev/null
  fi
  exit 0
}
run ${quoted(node)}
IFS=:
for dir in $PATH; do run "$dir/node"; done
unset IFS
for node in /usr/local/bin/node /opt/homebrew/bin/node "\${HOME-}"/.volta/bin/node "\${HOME-}"/.nvm/versions/node/*/bin/node; do
  run "$node"
done
exit 0
`
}

/** Variables that say where things are, and the line that sets one again as it is now; METTLE_HOME decides all of them. */
const PLACES = ["METTLE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"] as const
export const placesOf = (env: Env): readonly (readonly [name: string, set: string | null])[] =>
  (env.METTLE_HOME ? PLACES.slice(0, 1) : PLACES).map(name => [
    name,
    env[name] ? `${name}=${quoted(env[name])} && export ${name}` : null,
  ])

/** Copies bundle, driver and launcher into the data folder; what is there is replaced file by file, never missing. */
export function installLauncher(
  paths: Paths,
  env: Env,
  variables: readonly string[],
  { node = process.execPath, warm = true }: { readonly node?: string; readonly warm?: boolean } = {},
) {
  const bin = privateDir(binDir({ ...paths, data: privateDir(paths.data) }))
  const dist = packageFile("dist")
  const chunks = readdirSync(dist).filter(name => /^hook(?:-[\w-]+)?\.c?js$/.test(name))
  if (!chunks.includes("hook.cjs"))
    throw new MettleError("E_BUG", `${dist} holds no hook.cjs`, { hint: "npm run build, or install mettle again" })
  const version = JSON.parse(readFileSync(packageFile("package.json"), "utf8")).version as string
  writeWhole(
    join(bin, "package.json"),
    `${JSON.stringify({ name: "mettle", version, type: "module", private: true }, null, 2)}\n`,
  )
  // Where the whole program lies: the hook's own copy holds no worker for models, and starts this one.
  writeWhole(join(bin, "program"), `${packageFile("bin", "mettle")}\n`)
  copyDriver(bin)
  const assets = packageFile("assets")
  if (existsSync(assets)) cpSync(assets, join(bin, "assets"), { recursive: true, dereference: true })
  // The entry goes last: until then the old one still finds its own parts.
  for (const name of chunks.sort((a, b) => Number(a === "hook.cjs") - Number(b === "hook.cjs")))
    writeWhole(join(bin, name), readFileSync(join(dist, name)))
  writeWhole(launcherPath(paths), launcherScript(paths, env, node, variables), 0o700)
  for (const name of readdirSync(bin))
    if (/^hook[\w-]*\.c?js/.test(name) && !chunks.includes(name)) rmSync(join(bin, name), { force: true })
  // Earlier releases found the driver there.
  rmSync(join(bin, "node_modules"), { recursive: true, force: true })
  // Fills the code cache for this Node; a hook that finds none fills it too, only later.
  const options = { stdio: "ignore", timeout: 10_000, cwd: bin, env: { PATH: env.PATH ?? "" } } as const
  if (warm) for (const part of ["whole", "record"]) spawnSync(node, [join(bin, "hook.cjs"), "warm", part], options)
  return { launcher: launcherPath(paths), files: chunks.length + 2 }
}

export function removeLauncher(paths: Paths): void {
  rmSync(binDir(paths), { recursive: true, force: true })
}

/** The driver's native part for this system alone: the package carries all systems. */
function copyDriver(bin: string): void {
  let native: string
  try {
    const ours = createRequire(packageFile("package.json"))
    const from = ours.resolve("@photostructure/sqlite/package.json")
    native = createRequire(from)("node-gyp-build").path(dirname(from)) as string
  } catch {
    // A Node with a SQLite of its own needs none.
    return
  }
  // Where store/sqlite.ts looks first.
  writeWhole(join(bin, "sqlite.node"), readFileSync(native))
}

// How a launcher reaches the resident: one request over a Unix socket, its body sent only after the resident said "continue", so that one
// that is stopped, dead or of another release leaves stdin unread. Said is only what came whole. Two ways that end alike: Perl's own calls where
// a Perl is there (2 ms of processor time; only Linux's numbers stand here), else curl, which needs 7 to bring its libraries in.
// Exit codes are curl's: 0 said, 7 nobody there, 28 too late, others failed.

/** Stands between single quotes. Socket, seconds, client; then headers, each behind a -H. */
const PERL = String.raw`my ($path, $left, $client, @heads) = grep { $_ ne "-H" } @ARGV;
$SIG{PIPE} = "IGNORE";
my $s;
# AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK
socket($s, 1, 2049, 0) && connect($s, pack("Sa*", 1, $path)) or exit 7;
my ($in, $on, $got, $open) = ("", "", "", 1);
vec($in, 0, 1) = vec($on, fileno($s), 1) = 1;
sub ready { my ($r, $w) = @_; (my $n, $left) = select($r, $w, undef, $left); $n > 0 ? $r : exit 28 }
sub put { for (my $text = shift; length $text; ) { ready(undef, $on); substr($text, 0, syswrite($s, $text) || exit 56) = "" } }
sub take { sysread($s, $got, 65536, length $got) || exit 56 }
put(join "\r\n", "PUT /hook/$client HTTP/1.1", "Host: mettle", "Transfer-Encoding: chunked", "Connection: close", @heads, "", "");
until ($got =~ s/^HTTP\/1.1 100.*?\r\n\r\n//s) { exit 22 if $got =~ /^HTTP\/1.1 [^1].*\n/; ready($on); take() }
my ($code, $size, $said);
until ((($code, $size, $said) = $got =~ /^HTTP\/1.1 (\d+).*?\r\ncontent-length: (\d+).*?\r\n\r\n(.*)/is) && length $said >= $size) {
  my $r = ready($open ? $in | $on : $on);
  if (vec $r, fileno($s), 1) { take(); next }
  $open = sysread STDIN, my $part, 65536;
  put(sprintf("%x\r\n", $open || 0) . ($open ? $part : "") . "\r\n");
}
$code == 200 || exit 22;
print $said;`

/** Shell: tells what the resident said, and ends with one of those codes. It wants sock, wait, client and further headers in "$@". */
function reachScript(mark: string, platform: string): string {
  const heads = `-H 'Expect: 100-continue' -H '${MARK_HEADER}: ${mark}' -H "${CALLER_HEADER}: $PPID" "$@"`
  const curl = `  out=$(curl -q -s -f --noproxy '*' --unix-socket "$sock" --max-time "$wait" --expect100-timeout 99 \\
    ${heads} -T . "http://mettle/hook/$client" 2>/dev/null) && printf '%s' "$out"`
  if (platform !== "linux") return `reach() {\n${curl}\n}`
  return `reach() {
  if command -v perl >/dev/null 2>&1; then
    PERL5OPT= PERL5LIB= perl -e '${PERL}' "$sock" "$wait" "$client" ${heads} 2>/dev/null
    return
  fi
${curl}
}`
}
