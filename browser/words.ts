/** The same keys in every language; only the words differ. */
export type Words<T> = T extends (...args: never[]) => unknown
  ? T
  : T extends string
    ? string
    : { readonly [Key in keyof T]: Words<T[Key]> }
