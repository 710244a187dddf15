/** The namespaces of all that visitors of the tests read. */
export const NAMESPACES = [
  "common",
  "tip",
  "result",
  "errors",
  "sandbox",
  "approvals",
  "changes",
  "auth",
  "account",
  "dashboard",
  "drawer",
  "items",
  "grouplists",
  "statistics",
  "mail",
  "share",
] as const;
