// A git remote on the loopback interface, as a hosting service would be: git's own smart protocol over HTTP, one repository.
import { spawn, spawnSync } from "node:child_process"
import { createServer } from "node:http"
import { basename, dirname } from "node:path"

/** Serves a bare repository for reading; `url` ends in its name. */
export async function startRemote(bare) {
  const backend = `${spawnSync("git", ["--exec-path"], { encoding: "utf8" }).stdout.trim()}/git-http-backend`
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url, "http://remote")
    const child = spawn(backend, {
      env: {
        PATH: process.env.PATH,
        GIT_PROJECT_ROOT: dirname(bare),
        GIT_HTTP_EXPORT_ALL: "1",
        GIT_PROTOCOL: request.headers["git-protocol"] ?? "",
        PATH_INFO: pathname,
        QUERY_STRING: search.slice(1),
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: request.headers["content-type"] ?? "",
        HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
        REMOTE_ADDR: "127.0.0.1",
      },
    })
    request.pipe(child.stdin)
    child.stdin.on("error", () => {})
    const parts = []
    child.stdout.on("data", chunk => parts.push(chunk))
    child.on("close", () => {
      const told = Buffer.concat(parts)
      const end = told.indexOf("\r\n\r\n")
      const headers = Object.fromEntries(
        told
          .subarray(0, Math.max(end, 0))
          .toString("latin1")
          .split("\r\n")
          .map(line => line.split(/:\s*/, 2)),
      )
      const { Status = "200", ...rest } = headers
      response.writeHead(Number.parseInt(Status, 10), rest).end(told.subarray(end + 4))
    })
  })
  await new Promise(listening => server.listen(0, "127.0.0.1", listening))
  return {
    url: `http://127.0.0.1:${server.address().port}/${basename(bare)}`,
    close: () => {
      server.closeAllConnections()
      return new Promise(closed => server.close(closed))
    },
  }
}
