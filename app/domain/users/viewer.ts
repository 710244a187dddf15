import type { Locale } from "../money/minor.ts";

/** Account states (docs/product.md, 6.7). */
export const ACCOUNT_STATUSES = ["CREATED", "PENDING", "ACTIVE", "DECLINED", "LOCKED", "CHARGEBACK"] as const;

export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

/** Who can receive tips, and whose profile is public: ACTIVE, and CHARGEBACK while a debt is worked off. */
export const RECEIVING_STATUSES = ["ACTIVE", "CHARGEBACK"] as const satisfies readonly AccountStatus[];

/** The steps that an account's status can take. */
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

/** Who is signed in, and what every page must know of them. */
export interface Viewer {
  id: string;
  session_id: string;
  email: string;
  role: "CREATOR" | "ADMIN";
  username: string | null;
  name: string | null;
  avatar_id: string | null;
  status: AccountStatus;
  locale: Locale | null;
  currency: string;
  is_email_verified: boolean;
  has_decided_terms: boolean;
  /** The newest tip that can be seen and has not been read; null when there is none. */
  latest_new_tip_id: string | null;
  has_second_factor: boolean;
  /** When a code of the second factor was last typed in this session. */
  code_at: Date | null;
  /** First and last name, address, zip code, city and country are all there. */
  has_address: boolean;
  /** A page on any of the networks, which verification needs. */
  has_social_link: boolean;
  /** A page on one of the four networks that decide the drawer's dot. */
  has_main_link: boolean;
  has_payout_data: boolean;
  /** Some seconds ago, on whichever device: they read the primary. */
  has_just_written: boolean;
  /** When the account last changed, new tips aside. */
  updated_at: Date;
}

/** Where an account stands on its way in (docs/product.md, 6.6); null once it is through. */
export type Stage = "verify-email" | "complete" | "terms";

/** The first stage that is still open, in their order. Operators have no profile, and so no stages. */
export function stageOf(viewer: Viewer): Stage | null {
  if (viewer.role === "ADMIN") return null;
  if (!viewer.is_email_verified) return "verify-email";
  if (viewer.username === null) return "complete";
  if (!viewer.has_decided_terms) return "terms";
  return null;
}

/** A verified email and a chosen username (docs/product.md, 6.6). */
export function hasFullAccess(viewer: Viewer): boolean {
  return viewer.is_email_verified && viewer.username !== null;
}

/** What the account still lacks: the drawer's dots (docs/product.md, 9.7). */
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

/** How far each part of a creator's way is: "in_review" waits for us, all else that is not done for the creator. */
export type Checklist = Record<keyof Requirements, "open" | "in_review" | "declined" | "done">;

/**
 * What a creator still has to do. Unlike the drawer's dots it follows the status: who is in review has handed in,
 * and who owes after a chargeback was verified long ago.
 */
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
    // A verified creator whose address is gone adds it in the profile; there is nothing to hand in again.
    profile: state(needs.profile || (verification[viewer.status] === "done" && !viewer.has_address)),
    verification: verification[viewer.status],
    payout_data: state(needs.payout_data),
    social_media: state(!viewer.has_social_link),
  };
}
