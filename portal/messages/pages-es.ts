/** What the portal's screens say of contact, options, own data and the like, in Spanish. */
export const pagesEs = {}
