// A registry of a few packages on the loopback interface: what npm asks of a real one when it installs, and nothing else.
// It serves tarballs that lie in a folder; what is not there is not found, so that nothing comes from elsewhere unnoticed.
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"

/** Serves every .tgz in `folder`; `asked` lists the packages that were asked for, in order. */
export async function startRegistry(folder) {
  const packages = new Map()
  const read = () => {
    for (const file of readdirSync(folder).filter(name => name.endsWith(".tgz"))) {
      const manifest = manifestOf(join(folder, file))
      const there = packages.get(manifest.name) ?? new Map()
      packages.set(manifest.name, there.set(file, { file, bytes: readFileSync(join(folder, file)), manifest }))
    }
  }
  read()
  const asked = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://registry")
    const [name, file] = decodeURIComponent(pathname.slice(1)).split("/-/")
    const found = packages.get(name)
    const send = (status, type, body) => response.writeHead(status, { "content-type": type }).end(body)
    if (request.method !== "GET" || !found) {
      if (request.method === "GET") asked.push(`${name} (not here)`)
      return send(404, "application/json", '{"error":"not found"}')
    }
    if (file)
      return found.has(file)
        ? send(200, "application/octet-stream", found.get(file).bytes)
        : send(404, "text/plain", "")
    asked.push(name)
    return send(
      200,
      "application/json",
      JSON.stringify(packument([...found.values()], `http://${request.headers.host}`)),
    )
  })
  await new Promise(listening => server.listen(0, "127.0.0.1", listening))
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    asked,
    /** Tarballs that were put into the folder since. */
    read,
    close: () => new Promise(closed => server.close(closed)),
  }
}

function packument(all, base) {
  const dist = ({ file, bytes, manifest }) => {
    const hash = kind => createHash(kind).update(bytes)
    const integrity = `sha512-${hash("sha512").digest("base64")}`
    return { tarball: `${base}/${manifest.name}/-/${file}`, shasum: hash("sha1").digest("hex"), integrity }
  }
  const newest = all.at(-1).manifest
  const versions = all.map(one => [one.manifest.version, { ...one.manifest, dist: dist(one) }])
  return { name: newest.name, "dist-tags": { latest: newest.version }, versions: Object.fromEntries(versions) }
}

/** The package.json inside a tarball, as npm would publish it: with a script for packages that are built on install. */
function manifestOf(tarball) {
  const { stdout } = spawnSync("tar", ["-xzOf", tarball, "package/package.json"], { maxBuffer: 1 << 24 })
  const manifest = JSON.parse(stdout.toString("utf8"))
  const scripts = manifest.scripts ?? {}
  const hasInstallScript = ["preinstall", "install", "postinstall"].some(name => name in scripts)
  return hasInstallScript ? { ...manifest, hasInstallScript } : manifest
}
