import modules from '#content/modules.json'

/** The assistant's topic for a module (spec §3, Module-to-chat-topic map); empty: all topics. */
export const topicOfModule = (name: string | undefined): string =>
  modules.find((module) => module.name.toLowerCase() === name?.toLowerCase())?.topic ?? ''

/** The same for a module's number, for the form. */
export const topicOfNumber = (number: number | null): string =>
  modules.find((module) => module.number === number)?.topic ?? ''

/** The main application's module of a topic; null if several share it or none has it. */
export function moduleOfTopic(topic: string): number | null {
  const [module, another] = modules.filter(
    (each) => topic !== '' && each.listed && each.category === 'RE' && each.topic === topic,
  )
  return module && !another ? module.number : null
}
