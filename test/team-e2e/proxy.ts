// A TCP road to a server that can be cut: for disconnects that neither side asked for.
import { connect, createServer, type Socket } from "node:net"

export interface Road {
  readonly port: number
  /** breaks every connection; new ones are refused until `mend` */
  cut(): void
  mend(): void
  close(): Promise<void>
}

export async function road(to: number): Promise<Road> {
  const sockets = new Set<Socket>()
  let open = true
  const server = createServer(near => {
    if (!open) return void near.destroy()
    const far = connect(to, "127.0.0.1")
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on("error", () => {})
      one.on("close", () => {
        sockets.delete(one)
        other.destroy()
      })
    }
    near.pipe(far)
    far.pipe(near)
  })
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve))
  const cut = () => {
    open = false
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as { port: number }).port,
    cut,
    mend: () => {
      open = true
    },
    async close() {
      cut()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
