import * as z from 'zod/mini'

/** The form of a topic; a module may have none. */
export const isTopic = (topic: string): boolean => /^[a-z0-9-]{0,60}$/.test(topic)

/** A module of the provider's products, as seeded from `content/modules.json`. */
export const moduleEntry = z.strictObject({
  number: z.int().check(z.positive()),
  name: z.string().check(z.minLength(1), z.maxLength(60)),
  category: z.enum(['RE', 'APPS', 'ASPRO']),
  /** The module's name at the assistant (spec §3); empty if it has none. */
  topic: z.string().check(z.refine(isTopic)),
  /** False for modules that customers' lists omit (spec §7, get_lista_modulos). */
  listed: z.boolean(),
})

export type ModuleEntry = z.infer<typeof moduleEntry>
