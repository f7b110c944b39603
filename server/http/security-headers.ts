import type { FastifyRequest } from 'fastify'
import { badRequest } from './problems.ts'

/** What no answer goes without. The pages of the portal say more (`web.ts`), as do files that somebody sent. */
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

/** What the portal never asks a browser for, so that nothing that got into it can. */
const DEVICES = ['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer']
const TRACKING = ['microphone', 'midi', 'payment', 'usb', 'serial', 'hid', 'bluetooth', 'browsing-topics']

/** Of two heads, or two in one, a proxy may believe the one and the portal the other. */
export async function insistOnOneHost({ raw }: FastifyRequest): Promise<void> {
  const hosts = raw.rawHeaders.filter(
    (_, index) => raw.rawHeaders[index - 1]?.toLowerCase() === 'host' && index % 2 === 1,
  )
  if (hosts.length !== 1 || !/^[\w.:[\]-]+$/.test(hosts[0] ?? '')) throw badRequest()
}
