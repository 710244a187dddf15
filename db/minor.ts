/** Cents, pence, yen: never a fraction. */
export type Minor = number & { readonly __unit: "minor" };
