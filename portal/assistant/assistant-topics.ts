import { provider } from '#browser/provider/provider.ts'

/** The assistant's topic for a module (spec §3, Module-to-chat-topic map); empty: all topics. */
export const topicOfModule = (name: string | undefined): string =>
  provider.topics.find(([, each]) => each.toLowerCase() === name?.toLowerCase())?.[2] ?? ''

/** The same for a module's number, for the form. */
export const topicOfNumber = (number: number | null): string =>
  provider.topics.find(([each]) => each === number)?.[2] ?? ''

/** The main application's module of a topic; null if several share it or none has it. */
export function moduleOfTopic(topic: string): number | null {
  const [module, another] = provider.topics.filter(([, , each, own]) => own && each === topic)
  return module && !another ? module[0] : null
}
