// Playwright cannot drive an installed Firefox over WebDriver BiDi completely yet. NODE_OPTIONS loads this first in each of its
// processes; it mends the two places that keep the journeys from running.
import { registerHooks } from 'node:module'

const MENDED = [
  // Sent for every page but unknown to Firefox 153: no page would open.
  [
    /await this\.(?:_browser\._browserSession|_session)\.send\("emulation\.setMediaFeaturesOverride"/g,
    'void (() => undefined)("emulation.setMediaFeaturesOverride"',
  ],
  // `fill` assigns to a property that React watches, so React takes the event for one without a change.
  [
    'inputElement.value = value;',
    'Object.getOwnPropertyDescriptor(Object.getPrototypeOf(inputElement), "value").set.call(inputElement, value);',
  ],
]

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!url.endsWith('/playwright-core/lib/coreBundle.js')) return loaded
    let source =
      typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source ?? undefined)
    for (const [found, mended] of MENDED) {
      const before = source
      source = source.replaceAll(found, mended)
      if (source === before) throw new Error(`Playwright has changed, see what Firefox still needs: ${found}`)
    }
    return { ...loaded, source }
  },
})
