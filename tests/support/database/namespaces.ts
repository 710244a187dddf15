/** The namespaces of all that visitors of the tests read. */
export const NAMESPACES = [
  "common",
  "tip",
  "result",
  "errors",
  "sandbox",
  "auth",
  "account",
  "dashboard",
  "drawer",
  "items",
  "statistics",
  "mail",
] as const;
