/** ADMIN may do everything, and alone acts about operators (operator-rights.server.ts). */
export const OPERATOR_ROLES = ["SUPPORT", "MODERATOR", "FINANCE", "ADMIN"] as const;

export type OperatorRole = (typeof OPERATOR_ROLES)[number];
