import type { Locale } from "../money/minor.ts";
import type { OperatorRole } from "../operator-roles.schema.ts";

export const ACCOUNT_STATUSES = ["CREATED", "PENDING", "ACTIVE", "DECLINED", "LOCKED", "CHARGEBACK"] as const;

export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

/** CHARGEBACK works off a debt. */
export const RECEIVING_STATUSES = ["ACTIVE", "CHARGEBACK"] as const satisfies readonly AccountStatus[];

export const NEXT_STATUSES: Record<AccountStatus, readonly AccountStatus[]> = {
  CREATED: ["PENDING", "LOCKED"],
  PENDING: ["ACTIVE", "DECLINED", "LOCKED"],
  DECLINED: ["PENDING", "LOCKED"],
  ACTIVE: ["CHARGEBACK", "LOCKED"],
  CHARGEBACK: ["ACTIVE", "LOCKED"],
  LOCKED: ["ACTIVE", "PENDING", "CHARGEBACK", "DECLINED", "CREATED"],
};

export function canReceive(status: string): boolean {
  return RECEIVING_STATUSES.some((receiving) => receiving === status);
}

export interface Viewer {
  id: string;
  session_id: string;
  email: string;
  role: "CREATOR" | OperatorRole;
  username: string | null;
  name: string | null;
  avatar_id: string | null;
  status: AccountStatus;
  locale: Locale | null;
  currency: string;
  is_email_verified: boolean;
  has_decided_terms: boolean;
  accepted_terms_version: number;
  terms_version: number;
  latest_new_tip_id: string | null;
  has_second_factor: boolean;
  code_at: Date | null;
  has_address: boolean;
  has_social_link: boolean;
  has_main_link: boolean;
  has_payout_data: boolean;
  has_just_written: boolean;
  updated_at: Date;
}

/** docs/product.md, 6.6. */
export type Stage = "verify-email" | "complete" | "terms" | "new-terms";

export function isOperator({ role }: Pick<Viewer, "role">): boolean {
  return role !== "CREATOR";
}

export function stageOf(viewer: Viewer): Stage | null {
  if (isOperator(viewer)) return null;
  if (!viewer.is_email_verified) return "verify-email";
  if (viewer.username === null) return "complete";
  if (!viewer.has_decided_terms) return "terms";
  if (viewer.accepted_terms_version < viewer.terms_version) return "new-terms";
  return null;
}

export function hasFullAccess(viewer: Viewer): boolean {
  return viewer.is_email_verified && viewer.username !== null;
}

/** docs/product.md, 9.7. */
export interface Requirements {
  profile: boolean;
  verification: boolean;
  payout_data: boolean;
  social_media: boolean;
}

export function requirementsOf(viewer: Viewer): Requirements {
  return {
    profile: viewer.username === null,
    verification: viewer.status !== "ACTIVE" || !viewer.has_address,
    payout_data: !viewer.has_payout_data,
    social_media: !viewer.has_main_link,
  };
}

export type Checklist = Record<keyof Requirements, "open" | "in_review" | "declined" | "done">;

/** By status: in review is submitted, CHARGEBACK is verified. */
export function checklistOf(viewer: Viewer): Checklist {
  const needs = requirementsOf(viewer);
  const state = (isOpen: boolean) => (isOpen ? "open" : "done");
  const verification = {
    CREATED: "open",
    PENDING: "in_review",
    DECLINED: "declined",
    ACTIVE: "done",
    CHARGEBACK: "done",
    LOCKED: "done",
  } as const;
  return {
    // Added without another submission.
    profile: state(needs.profile || (verification[viewer.status] === "done" && !viewer.has_address)),
    verification: verification[viewer.status],
    payout_data: state(needs.payout_data),
    social_media: state(!viewer.has_social_link),
  };
}
