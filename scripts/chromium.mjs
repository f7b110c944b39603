// Finds the Chromium for journeys, pictures and measurements. It runs before anything is installed: built-ins only.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Debian's packages. The first one draws the same pages without a window, in a third of the time. */
export const CHROMIUM_PACKAGES = ['chromium-headless-shell', 'chromium']

/** Options that Chromium needs as root, and options that keep it from looking up outside hosts. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const hasLightChromium = () => existsSync(placeOf(CHROMIUM_PACKAGES[0] ?? ''))

/**
 * `CHROMIUM_PATH`, else Debian's, the lighter first.
 * @returns {string | undefined} undefined when there is none
 */
export function findChromium() {
  const { CHROMIUM_PATH } = process.env
  const places = CHROMIUM_PATH ? [CHROMIUM_PATH] : CHROMIUM_PACKAGES.map(placeOf)
  return places.find((place) => existsSync(place))
}

/**
 * @returns {string}
 * @throws one sentence that says what to install
 */
export function insistOnChromium() {
  const found = findChromium()
  if (found !== undefined) return found
  const { CHROMIUM_PATH } = process.env
  throw new Error(
    CHROMIUM_PATH
      ? `there is no Chromium at ${CHROMIUM_PATH}`
      : `there is no Chromium: install it (Debian: apt-get install ${CHROMIUM_PACKAGES[0]}), or set CHROMIUM_PATH`,
  )
}

/** @param {string} name of a package, and of its command */
function placeOf(name) {
  return join('/usr/bin', name)
}
