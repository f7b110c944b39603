import modules from '#content/modules.json'

/** What the assistant knows a module as (spec §3, Module-to-chat-topic map); empty: everything. */
export const topicOfModule = (name: string | undefined): string =>
  modules.find((module) => module.name.toLowerCase() === name?.toLowerCase())?.topic ?? ''

/** The same of a module's number, for the form. */
export const topicOfNumber = (number: number | null): string =>
  modules.find((module) => module.number === number)?.topic ?? ''

/** The module of the main application that a topic is; null where several share it, or none has it. */
export function moduleOfTopic(topic: string): number | null {
  const [module, another] = modules.filter(
    (each) => topic !== '' && each.listed && each.category === 'RE' && each.topic === topic,
  )
  return module && !another ? module.number : null
}
