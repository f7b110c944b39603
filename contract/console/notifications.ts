/** What a technician is told of at once, in the order of the choices. */
export const NOTIFICATION_KINDS = [
  'assigned',
  'replied',
  'claimed',
  'third-claim',
  'not-working',
  'decided',
  'promise-near',
  'promise-broken',
  'mentioned',
] as const
