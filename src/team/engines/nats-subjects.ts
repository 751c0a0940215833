// How a team's log is named on NATS: one stream per team, one subject per envelope. The id in the subject lets the server
// itself refuse an id it has, however long ago it came; the partition before it lets a reader follow one repository.
export const streamOf = (team: string): string => `METTLE_${team}`
export const everything = (team: string): string => `team.${team}.>`
export const subjectOf = (team: string, partition: string, id: string): string =>
  `team.${team}.${token(partition)}.${id}`
export const inPartition = (team: string, partition: string): string => `team.${team}.${token(partition)}.*`
/** Where the word that erases an envelope is said. No partition is called ~, and nothing else has five parts. */
export const erasing = (team: string, id: string): string => `team.${team}.~.erase.${id}`
export const byId = (team: string, id: string): string => `team.${team}.*.${id}`

/** Any partition as one token of a subject: what NATS gives a meaning to, or may not carry, is written as =XX. */
const token = (partition: string): string =>
  [...Buffer.from(partition)]
    .map(byte => {
      const letter = String.fromCharCode(byte)
      return /[A-Za-z0-9_:/-]/.test(letter) ? letter : `=${byte.toString(16).toUpperCase().padStart(2, "0")}`
    })
    .join("")

export interface NatsAddress {
  readonly servers: readonly string[]
  readonly tls: boolean
  readonly user: string | null
  readonly pass: string | null
  readonly team: string
  /** wanted; by default three in a cluster, else one */
  readonly replicas: number | null
  /** http address of a server's monitoring, when it may be asked */
  readonly monitor: string | null
}

/** nats://user:password@host:port,host:port/team?replicas=3&monitor=http://host:8222; tls:// for encrypted ones. */
export function natsAddress(url: string): Omit<NatsAddress, "team"> & { readonly team: string | null } {
  const parts = /^(nats|tls):\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^/?]+)(?:\/([^?]*))?(?:\?(.*))?$/.exec(url)
  const query = new URLSearchParams(parts?.[6] ?? "")
  const replicas = Number(query.get("replicas"))
  return {
    servers: (parts?.[4] ?? "").split(",").filter(Boolean),
    tls: parts?.[1] === "tls",
    user: parts?.[2] === undefined ? null : decodeURIComponent(parts[2]),
    pass: parts?.[3] === undefined ? null : decodeURIComponent(parts[3]),
    team: parts?.[5] ?? null,
    replicas: [1, 3, 5].includes(replicas) ? replicas : null,
    monitor: query.get("monitor"),
  }
}
