/** Invisible characters that reverse the surrounding text: a name could read as another. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g

/** A single-line text such as a title or a name, for storing: without direction overrides and isolates. */
export const oneLine = (text: string): string => text.replaceAll(DIRECTIONS, '')

/** A title for storing: single spaces between its words. */
export const plainTitle = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
