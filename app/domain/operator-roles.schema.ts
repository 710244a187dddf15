import { z } from "zod";
import { emailAddress } from "./email-address.schema.ts";

/** Only ADMIN acts about operators (operator-rights.server.ts). */
export const OPERATOR_ROLES = ["SUPPORT", "MODERATOR", "FINANCE", "ADMIN"] as const;

export type OperatorRole = (typeof OPERATOR_ROLES)[number];

export const operatorRoleForm = z.object({ role: z.enum(OPERATOR_ROLES, "errors.operator.role") });

export const inviteOperatorForm = operatorRoleForm.extend({
  email: emailAddress("errors.email.required", "errors.email.invalid"),
});
