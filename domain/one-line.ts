/**
 * Invisible characters that reverse the surrounding text, or stand for nothing: a name could read as another. Those that
 * join letters and emoji are not among them.
 */
const UNSEEN = /[\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** A single-line text such as a title or a name, for storing: without direction overrides, isolates and empty characters. */
export const oneLine = (text: string): string => text.replaceAll(UNSEEN, '')

/** What is seen of a text: neither blanks around it nor characters that have no shape. */
export const seenText = (text: string): string => text.replaceAll(/\p{DI}/gu, '').trim()

/** A title for storing: single spaces between its words. */
export const plainTitle = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
