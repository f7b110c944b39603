/** What turns the order of the text around it, unseen: a name could read as another one. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g

/** A text of one line, such as a title or a name, as it is kept: without overrides and isolates of direction. */
export const oneLine = (text: string): string => text.replaceAll(DIRECTIONS, '')

/** A title as it is kept: its words with one space between them. */
export const plainTitle = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
