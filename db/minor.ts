/** A whole number of a currency's smallest unit (cents, pence, yen): never a fraction, never a float. */
export type Minor = number & { readonly __unit: "minor" };
