import * as z from 'zod/mini'

/** What a topic is made of; a module may have none. */
export const isTopic = (topic: string): boolean => /^[a-z0-9-]{0,60}$/.test(topic)

/** A module of the provider's products, as seeded from `content/modules.json`. */
export const moduleEntry = z.strictObject({
  number: z.int().check(z.positive()),
  name: z.string().check(z.minLength(1), z.maxLength(60)),
  category: z.enum(['RE', 'APPS', 'ASPRO']),
  /** What the assistant knows the module as (spec §3); empty: it knows nothing of it in particular. */
  topic: z.string().check(z.refine(isTopic)),
  /** False for the modules that no list offers (spec §7, get_lista_modulos). */
  listed: z.boolean(),
})

export type ModuleEntry = z.infer<typeof moduleEntry>
