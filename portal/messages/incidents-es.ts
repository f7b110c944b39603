/** What the portal's screens say of incidents, developments and valuations, in Spanish. */
export const incidentsEs = {}
