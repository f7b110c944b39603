/** A count of unread tickets as screens show it: the server counts no further than one more. */
export const shownCount = (count: number): string => (count > 99 ? '99+' : `${count}`)
