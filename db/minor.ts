export type Minor = number & { readonly __unit: "minor" };
