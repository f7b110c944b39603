import { type AddressInfo, type Socket, connect, createServer } from 'node:net'

/**
 * A cable between browser and server that dies without a word: what is open then stays open and carries nothing, ever. New
 * connections wait until there is a cable again.
 */
export async function cableTo(origin: string) {
  const { hostname, port } = new URL(origin)
  const ends = new Set<Socket>()
  const waiting: (() => void)[] = []
  let isCut = false
  const join = (near: Socket) => {
    const far = connect(Number(port), hostname)
    for (const end of [near, far]) {
      ends.add(end)
      end.on('error', () => undefined)
    }
    near.pipe(far).pipe(near)
    near.on('close', () => far.destroy())
  }
  const server = createServer((near) => {
    if (isCut) waiting.push(() => join(near))
    else join(near)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      isCut = true
      for (const end of ends) end.unpipe().removeAllListeners('close').resume()
    },
    mend: () => {
      isCut = false
      for (const begin of waiting.splice(0)) begin()
    },
    close: () => {
      for (const end of ends) end.destroy()
      server.close()
    },
  }
}
