import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy that keeps every byte that the browser sends in a body. */
export async function recordingProxy() {
  const bodies: Buffer[] = []
  const server = createServer((asked, answer) => {
    const { method, headers, url = '' } = asked
    const passed = request(url, { method, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers)
      given.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    answer.on('close', () => passed.destroy())
    const chunks: Buffer[] = []
    asked.on('data', (chunk: Buffer) => chunks.push(chunk))
    asked.on('end', () => bodies.push(Buffer.concat(chunks)))
    asked.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    sent: () => Buffer.concat(bodies),
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
