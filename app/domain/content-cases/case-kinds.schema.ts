/** Why content is reported. */
export const REASONS = ["HATE", "CHILD_ABUSE", "RIGHTS", "FRAUD", "PRIVACY", "OTHER"] as const;
export type CaseReason = (typeof REASONS)[number];

export const DECISIONS = ["NO_ACTION", "REMOVED", "RESTRICTED"] as const;
export type CaseDecision = (typeof DECISIONS)[number];

export type CaseSide = "REPORTER" | "CREATOR";
export type CaseStatus = "OPEN" | "DECIDED" | "COMPLAINT";
