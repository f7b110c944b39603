import type { FastifyRequest } from 'fastify'
import { badRequest } from './problems.ts'

/** The headers of every answer. The portal's pages (`web.ts`) and uploaded files add more. */
export const securityHeaders = (hsts: string | null): Readonly<Record<string, string>> => ({
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': [...DEVICES, ...TRACKING].map((feature) => `${feature}=()`).join(', '),
  ...(hsts !== null && { 'Strict-Transport-Security': hsts }),
})

/** The portal never uses these, so no injected code may. */
const DEVICES = ['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer']
const TRACKING = ['microphone', 'midi', 'payment', 'usb', 'serial', 'hid', 'bluetooth', 'browsing-topics']

/** With two Host headers, or two values in one, a proxy and the portal might each trust another one. */
export async function insistOnOneHost({ raw }: FastifyRequest): Promise<void> {
  const hosts = raw.rawHeaders.filter(
    (_, index) => raw.rawHeaders[index - 1]?.toLowerCase() === 'host' && index % 2 === 1,
  )
  if (hosts.length !== 1 || !/^[\w.:[\]-]+$/.test(hosts[0] ?? '')) throw badRequest()
}
