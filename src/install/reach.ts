// How a launcher reaches the resident: one request over a Unix socket, its body sent only after the resident said "continue", so that one
// that is stopped, dead or of another release leaves stdin unread. Said is only what came whole. Two ways that end alike: Perl's own calls where
// a Perl is there (2 ms of processor time; only Linux's numbers stand here), else curl, which needs 7 to bring its libraries in.
// Exit codes are curl's: 0 said, 7 nobody there, 28 too late, others failed.
import { CALLER_HEADER, MARK_HEADER } from "../hook/protocol.ts"

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
export function reachScript(mark: string, platform: string): string {
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
