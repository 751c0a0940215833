// A disk that loses power, as a model: a write is sure only after a sync of its file, a name only after a sync of its folder;
// names reach the disk in order, unsynced data in any order, in part, torn at 512 bytes. Pure: operations in, files out.
import { dirname } from "node:path"
import type { Dice } from "./dice.ts"
import type { Operation } from "./shim.ts"

const SECTOR = 512

interface Inode {
  bytes: Buffer
  length: number
  /** not yet synced */
  pending: Operation[]
}
type Naming =
  | { readonly what: "add"; readonly path: string; readonly inode: Inode | null }
  | { readonly what: "remove"; readonly path: string }
  | { readonly what: "move"; readonly path: string; readonly to: string; readonly inode: Inode | null }

export type Fate = "synced" | "random" | "all"
export interface Disk {
  apply(operation: Operation): void
  /** What is on the disk when the power goes now. Paths are whole; folders are implied. */
  image(dice: Dice, fate: Fate): Map<string, Buffer>
}

export function disk(root: string): Disk {
  /** what a running process sees */
  const live = new Map<string, Inode>()
  /** what a synced folder holds; null is a folder */
  const sure = new Map<string, Inode | null>([[root, null]])
  let naming: Naming[] = []

  const inodeAt = (path: string): Inode => {
    let inode = live.get(path)
    if (!inode) {
      // Made in a way that was not seen: take it for new.
      inode = { bytes: Buffer.alloc(0), length: 0, pending: [] }
      live.set(path, inode)
      naming.push({ what: "add", path, inode })
    }
    return inode
  }
  return {
    apply(operation) {
      const { kind, path, data } = operation
      if (kind === "W" || kind === "T") inodeAt(path).pending.push(operation)
      else if (kind === "C") {
        const inode = { bytes: Buffer.alloc(0), length: 0, pending: [] }
        live.set(path, inode)
        naming.push({ what: "add", path, inode })
      } else if (kind === "M") naming.push({ what: "add", path, inode: null })
      else if (kind === "U") {
        live.delete(path)
        naming.push({ what: "remove", path })
      } else if (kind === "R") {
        const to = data.toString("utf8")
        const inode = live.get(path) ?? null
        if (inode) live.set(to, inode)
        live.delete(path)
        naming.push({ what: "move", path, to, inode })
      } else if (kind === "S") {
        const inode = inodeAt(path)
        for (const done of inode.pending) settle(inode, done)
        inode.pending = []
      } else if (kind === "D") {
        // Names are journalled in order: whatever came before the last one of this folder is sure too.
        const last = naming.findLastIndex(
          n => dirname(n.path) === path || (n.what === "move" && dirname(n.to) === path),
        )
        for (const name of naming.slice(0, last + 1)) rename(sure, name)
        naming = naming.slice(last + 1)
      }
    },
    image(dice, fate) {
      const names = new Map(sure)
      const reached = fate === "all" ? naming.length : fate === "synced" ? 0 : dice.below(naming.length + 1)
      for (const name of naming.slice(0, reached)) rename(names, name)
      const files = new Map<string, Buffer>()
      for (const [path, inode] of names) {
        if (!inode || !whole(names, path, root)) continue
        const copy: Inode = { bytes: Buffer.from(inode.bytes), length: inode.length, pending: [] }
        for (const operation of inode.pending) {
          const luck = fate === "all" ? 0 : fate === "synced" ? 1 : dice()
          if (luck < 0.4) settle(copy, operation)
          else if (luck < 0.65 && operation.data.length > SECTOR) settle(copy, torn(operation, dice))
        }
        files.set(path, copy.bytes.subarray(0, copy.length))
      }
      return files
    },
  }
}

const whole = (names: ReadonlyMap<string, Inode | null>, path: string, root: string): boolean => {
  for (let at = dirname(path); at !== root; at = dirname(at))
    if (!names.has(at) || at.length < root.length) return false
  return true
}

function rename(names: Map<string, Inode | null>, naming: Naming): void {
  if (naming.what === "add") names.set(naming.path, naming.inode)
  else if (naming.what === "remove") names.delete(naming.path)
  else {
    names.delete(naming.path)
    names.set(naming.to, naming.inode)
  }
}

/** Some sectors of a write, from its start or up to its end. */
function torn(operation: Operation, dice: Dice): Operation {
  const sectors = Math.floor(operation.data.length / SECTOR)
  const cut = SECTOR * (1 + dice.below(Math.max(1, sectors - 1)))
  return dice() < 0.5
    ? { ...operation, data: operation.data.subarray(0, cut) }
    : { ...operation, at: operation.at + cut, data: operation.data.subarray(cut) }
}

function settle(inode: Inode, operation: Operation): void {
  const end = operation.kind === "T" ? operation.at : operation.at + operation.data.length
  if (inode.bytes.length < end) {
    const grown = Buffer.alloc(Math.max(end, inode.bytes.length * 2))
    inode.bytes.copy(grown, 0, 0, inode.length)
    inode.bytes = grown
  }
  if (operation.kind === "T") {
    if (end < inode.length) inode.bytes.fill(0, end, inode.length)
    inode.length = end
    return
  }
  operation.data.copy(inode.bytes, operation.at)
  inode.length = Math.max(inode.length, end)
}
