// Where a served engine lives: its program, an account it may run under, its folder, its passwords. One folder per
// engine; passwords are made once and kept in a file that only this account reads.
import { randomBytes } from "node:crypto"
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs"
import { delimiter, join } from "node:path"
import { MettleError } from "../core/errors.ts"

interface Account {
  readonly uid: number
  readonly gid: number
}

/** A program by its name: on the PATH, or where Debian keeps PostgreSQL's. */
export function programOf(name: string, hint: string, path = process.env.PATH ?? ""): string {
  const debian = "/usr/lib/postgresql"
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const places = [...path.split(delimiter), "/usr/sbin", ...versions.map(version => join(debian, version, "bin"))]
  for (const place of places.filter(Boolean)) {
    const file = join(place, name)
    try {
      accessSync(file, constants.X_OK)
      return file
    } catch {
      // the next place
    }
  }
  throw new MettleError("E_NOT_FOUND", `${name} is not installed here`, {
    still: "joining a team's log elsewhere works",
    hint,
  })
}

/** PostgreSQL refuses to run as root; another account then does. null: this one is fine. */
export function plainAccount(): Account | null {
  if (process.getuid?.() !== 0) return null
  const lines = readFileSync("/etc/passwd", "utf8").split("\n")
  for (const name of ["postgres", "nobody"]) {
    const [, , uid, gid] = lines.find(line => line.startsWith(`${name}:`))?.split(":") ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new MettleError("E_CONFIG", "PostgreSQL does not run as root, and there is no account to run it under", {
    hint: "run mettle team serve as an ordinary user",
  })
}

export function privateFolder(folder: string, account: Account | null = null): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (account) chownSync(folder, account.uid, account.gid)
  return folder
}

/** The password of `name`, made at first use. */
export function passwordOf(file: string, name: string): string {
  const kept: Record<string, string> = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {}
  const known = kept[name]
  if (known) return known
  const fresh = randomBytes(24).toString("base64url")
  writeFileSync(file, `${JSON.stringify({ ...kept, [name]: fresh }, null, 2)}\n`, { mode: 0o600 })
  return fresh
}
