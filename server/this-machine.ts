/** Whether an address leads to this very machine, by what it says: what a name is resolved to may change. */
export const isOnThisMachine = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
