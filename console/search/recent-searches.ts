const MOST_KEPT = 6
const NAME = 'busquedas'

/**
 * A technician's last searches in this tab, the newest first. They may name people, so they end with the tab, and
 * nobody else who logs in there sees them.
 */
export function recentSearches(username: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(NAME) ?? 'null')
    return isKept(kept) && kept.username === username ? kept.questions : []
  } catch {
    return []
  }
}

export function rememberSearch(username: string, question: string): void {
  const text = question.trim()
  if (text === '') return
  const questions = [text, ...recentSearches(username).filter((each) => each !== text)].slice(0, MOST_KEPT)
  try {
    sessionStorage.setItem(NAME, JSON.stringify({ username, questions } satisfies Kept))
  } catch {
    // A browser that forbids storage remembers nothing.
  }
}

interface Kept {
  readonly username: string
  readonly questions: readonly string[]
}

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  'username' in value &&
  'questions' in value &&
  Array.isArray(value.questions) &&
  value.questions.every((each) => typeof each === 'string')
