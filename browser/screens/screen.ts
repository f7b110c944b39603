import { lazyRouteComponent } from '@tanstack/react-router'
import { codeOf } from '#ui/network.ts'

/** A route's component, whose code is loaded on demand. Without a network it arrives when that returns. */
export const screen = <Module extends Record<string, unknown>, Name extends keyof Module>(
  fetch: () => Promise<Module>,
  name: Name,
) => lazyRouteComponent(() => codeOf(fetch), name)
