import { part } from '#ui/part.tsx'

// Parts above the list that the address itself may open: their code is loaded together with the list's.

export const newTicketDialog = part(async () => (await import('../new-ticket/new-ticket-dialog.tsx')).NewTicketDialog)
export const ticketDialog = part(async () => (await import('./ticket-dialog.tsx')).TicketDialog)
