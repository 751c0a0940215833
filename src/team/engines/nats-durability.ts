// What JetStream promises of a message it acknowledged, as far as it says. A server writes to the system's cache and syncs
// every two minutes unless told otherwise (`sync_interval`, from 2.10), and tells that only on its monitoring port.
import type { StreamInfo } from "@nats-io/jetstream"

export async function natsDurability(
  version: string,
  info: StreamInfo,
  monitor: string | null,
): Promise<{ ok: boolean; says: string }> {
  const { storage, num_replicas: replicas } = info.config
  const current = (info.cluster?.replicas ?? []).filter(peer => peer.current && !peer.offline).length + 1
  const found = `NATS ${version}: ${storage} storage, ${replicas} ${replicas === 1 ? "replica" : "replicas"}`
  if (storage !== "file") return { ok: false, says: `${found}; lost when the server ends` }
  const sync = monitor === null ? null : await syncOf(monitor)
  if (sync === "always") return { ok: true, says: `${found}, synced before each acknowledgement` }
  const synced =
    sync !== null
      ? `synced every ${sync}`
      : "how often it syncs cannot be seen from here (the address may name a monitoring port: ?monitor=http://host:8222)"
  if (replicas < 3)
    return {
      ok: false,
      says: `${found}, ${synced}; safe when the process dies, not in a power cut: use three replicas`,
    }
  const lagging = current < replicas ? `, of which ${current} are current` : ""
  return {
    ok: current * 2 > replicas,
    says: `${found}${lagging}, ${synced}; safe when one server is lost, not when all lose power at once`,
  }
}

/** "always", a number of seconds, or null when the server does not say (before 2.10, or not reachable). */
async function syncOf(monitor: string): Promise<string | null> {
  try {
    const response = await fetch(new URL("/varz", monitor), { signal: AbortSignal.timeout(3000) })
    const varz = (await response.json()) as {
      jetstream?: { config?: { sync_always?: boolean; sync_interval?: number } }
    }
    const { sync_always: always, sync_interval: interval } = varz.jetstream?.config ?? {}
    if (always) return "always"
    return typeof interval === "number" ? `${Math.round(interval / 1e9)} s` : null
  } catch {
    return null
  }
}
