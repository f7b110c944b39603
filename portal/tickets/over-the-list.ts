import { part } from '#ui/part.tsx'

// What lies over the list and may be asked for by the address itself: its code comes together with the list's, not after it.

export const newTicketDialog = part(async () => (await import('../new-ticket/new-ticket-dialog.tsx')).NewTicketDialog)
export const ticketDialog = part(async () => (await import('./ticket-dialog.tsx')).TicketDialog)
