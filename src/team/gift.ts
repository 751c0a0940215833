// What a person's machine gives their next one: the key by which they speak in a team, their name there, and what they agreed to.
import { rmSync } from "node:fs"
import { join } from "node:path"
import { MEMBER_NAME } from "../core/shared/bodies.ts"
import { folderOf, type Membership, putMembership } from "./membership.ts"
import { keyIn, putKey } from "./signing.ts"

interface Gift {
  readonly key: string
  readonly name: string
  readonly agreedAt: number | null
  readonly partitions: readonly string[]
}

export function giftOf(data: string, { team, name, agreedAt, partitions }: Membership): string {
  const gift: Gift = { key: keyIn(folderOf(data, team)), name, agreedAt, partitions }
  return JSON.stringify(gift)
}

/** Becomes the person who gave: the same key, the same name, and what was agreed to for the scopes they both share. */
export function takeGift(data: string, membership: Membership, text: string): Membership {
  const { key, name, agreedAt, partitions } = JSON.parse(text) as Gift
  const dir = folderOf(data, membership.team)
  putKey(dir, key)
  // What was folded as somebody else is folded again.
  rmSync(join(dir, "views"), { recursive: true, force: true })
  const known = membership.partitions.every(p => partitions.includes(p))
  const next: Membership = {
    ...membership,
    name: MEMBER_NAME.test(name) ? name : membership.name,
    agreedAt: known ? agreedAt : null,
  }
  putMembership(data, next)
  return next
}
