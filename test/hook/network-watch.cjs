// Loaded into every Node process of a test with --require: writes down each attempt to reach the network, and each program
// that is started. Unix sockets are no network.
const { appendFileSync } = require("node:fs")
const net = require("node:net")
const dgram = require("node:dgram")
const dns = require("node:dns")
const child = require("node:child_process")

const note = (what, more) => appendFileSync(process.env.NETWORK_WATCH, `${what} ${JSON.stringify(more ?? null)}\n`)
const connect = net.Socket.prototype.connect
net.Socket.prototype.connect = function (...words) {
  const first = Array.isArray(words[0]) ? words[0][0] : words[0]
  const path = typeof first === "string" ? first : first?.path
  if (path === undefined) note("connect", first)
  return connect.apply(this, words)
}
const listen = net.Server.prototype.listen
net.Server.prototype.listen = function (...words) {
  const path = typeof words[0] === "string" ? words[0] : words[0]?.path
  if (path === undefined) note("listen", words[0])
  return listen.apply(this, words)
}
dgram.createSocket = () => {
  note("datagram")
  throw new Error("no network in this test")
}
for (const name of ["lookup", "resolve"]) {
  const before = dns[name]
  dns[name] = (...words) => {
    note("dns", words[0])
    return before(...words)
  }
}
for (const name of ["spawn", "spawnSync", "execFile", "execFileSync", "exec", "execSync", "fork"]) {
  const before = child[name]
  child[name] = (...words) => {
    note("program", [words[0], Array.isArray(words[1]) ? words[1].slice(0, 2) : null])
    return before(...words)
  }
}
note("watching", process.argv.slice(1, 3))
