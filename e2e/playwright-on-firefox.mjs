// Playwright drives an installed Firefox over WebDriver BiDi, but not quite yet. Loaded by NODE_OPTIONS ahead of it, in
// each of its processes, this mends the two places that keep the journeys from running.
import { registerHooks } from 'node:module'

const MENDED = [
  // Sent for every page, and unknown to Firefox 153, so that no page would open.
  [
    /await this\.(?:_browser\._browserSession|_session)\.send\("emulation\.setMediaFeaturesOverride"/g,
    'void (() => undefined)("emulation.setMediaFeaturesOverride"',
  ],
  // `fill` assigns to a property that React watches, and React then takes the event for one that changed nothing.
  [
    'inputElement.value = value;',
    'Object.getOwnPropertyDescriptor(Object.getPrototypeOf(inputElement), "value").set.call(inputElement, value);',
  ],
]

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!url.endsWith('/playwright-core/lib/coreBundle.js')) return loaded
    let source = String(loaded.source)
    for (const [found, mended] of MENDED) {
      const before = source
      source = source.replaceAll(found, mended)
      if (source === before) throw new Error(`Playwright has changed, see what Firefox still needs: ${found}`)
    }
    return { ...loaded, source }
  },
})
