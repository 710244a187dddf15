import type { Selectable } from "kysely";
import type { DB } from "../../db/schema.ts";
import { OPERATOR_ROLES, type OperatorRole } from "./operator-roles.schema.ts";

interface RightOf {
  roles: readonly Exclude<OperatorRole, "ADMIN">[];
  pages: readonly string[];
  posts: readonly string[];
  log: readonly string[];
  /** One of these roles requests the act; another operator of them approves it. */
  approved: readonly Selectable<DB["operator_acts"]>["kind"][];
}

/** What operators may do, for guards, menu, queues and acts. */
export const RIGHTS = {
  desk: {
    roles: ["SUPPORT", "MODERATOR", "FINANCE"],
    pages: [
      ...["/admin", "/admin/traffic", "/admin/*", "/admin/payments/suspense"],
      ...["/admin/payments/unhandled", "/admin/payments/by-hand", "/admin/payments/failed-refunds"],
    ],
    posts: ["/admin/code", "/admin/keys"],
    log: [],
    approved: [],
  },
  users: {
    roles: ["SUPPORT", "MODERATOR", "FINANCE"],
    pages: ["/admin/users", "/admin/users/:id"],
    posts: [],
    log: [],
    approved: [],
  },
  /** Tips, payments, vouchers and monthly tips are read. */
  payments: {
    roles: ["SUPPORT", "FINANCE"],
    pages: [
      ...["/admin/search", "/admin/payments", "/admin/payments/:id"],
      ...["/admin/vouchers", "/admin/vouchers/:id", "/admin/monthly", "/admin/monthly/:id"],
    ],
    posts: ["/admin/search", "/admin/vouchers/:id mail"],
    log: ["voucher.mail_sent"],
    approved: [],
  },
  mails: {
    roles: ["SUPPORT"],
    pages: ["/admin/mails", "/admin/networks"],
    posts: ["/admin/mails retry", "/admin/networks/:name/retry"],
    log: ["mail.retried", "network.tried_again"],
    approved: [],
  },
  support: {
    roles: ["SUPPORT"],
    pages: ["/admin/users/:id/letter", "/admin/users/invitation", "/admin/monthly/:id/data"],
    posts: [
      "/admin/users/invitation",
      ...["/admin/users/:id note", "/admin/users/:id send_again", "/admin/payments/:id receipt"],
      ...["/admin/monthly/:id stop", "/admin/monthly/:id data"],
      ...[
        "/admin/users/:id/letter export",
        "/admin/users/:id/letter announce",
        "/admin/users/:id/letter delete",
      ],
    ],
    log: [
      ...["note.added", "mail.sent_again", "receipt.sent_again", "creator.invited"],
      ...["series.stopped", "series.data_opened"],
      ...["account.export_sent", "account.deletion_announced", "account.deleted"],
    ],
    approved: [],
  },
  sessions: {
    roles: ["SUPPORT", "MODERATOR"],
    pages: [],
    posts: ["/admin/users/:id end_sessions"],
    log: ["account.sessions_ended"],
    approved: [],
  },
  content: {
    roles: ["MODERATOR"],
    pages: [
      ...["/admin/reviews", "/admin/reviews/:kind/:id", "/admin/documents/:id"],
      ...["/admin/reviews/:kind/:id/pictures/:which", "/admin/reports", "/admin/reports/:id"],
      ...["/admin/featured", "/admin/users/:id/page", "/admin/users/:id/lock"],
      ...["/admin/announcements", "/admin/announcements/:id"],
    ],
    posts: [
      ...["/admin/reviews/verifications/:id accept", "/admin/reviews/verifications/:id decline"],
      ...["/admin/reviews/tips/:id accept", "/admin/reviews/tips/:id decline"],
      "/admin/reviews/tips/:id take_off_page",
      ...["/admin/reviews/items/:id accept", "/admin/reviews/items/:id decline"],
      ...["/admin/reviews/words/:id accept", "/admin/reviews/words/:id decline"],
      ...["/admin/reviews/groups/:id accept", "/admin/reviews/groups/:id decline"],
      ...["/admin/reports/:id decide", "/admin/featured add", "/admin/featured remove"],
      ...["/admin/users/:id/page remove_about", "/admin/users/:id/page remove_goal"],
      ...["/admin/users/:id/lock lock", "/admin/users/:id unlock"],
      ...["/admin/announcements/new/:kind", "/admin/announcements/:id save"],
      "/admin/announcements/:id end",
    ],
    log: [
      ...["verification.accepted", "verification.declined", "account.locked", "account.unlocked"],
      ...["tip.accepted", "tip.declined", "item.accepted", "item.declined"],
      ...["words.accepted", "words.declined", "words.removed"],
      ...["grouplist.accepted", "grouplist.declined", "supporter.removed"],
      ...["creator.featured", "creator.unfeatured", "content_case.decided"],
      ...["announcement.created", "announcement.changed"],
      ...["announcement.ended", "announcement.deleted"],
    ],
    approved: [],
  },
  money: {
    roles: ["FINANCE"],
    pages: [
      ...["/admin/payouts", "/admin/payouts/batches", "/admin/payouts/batches/:id"],
      ...["/admin/payouts/:id", "/admin/payouts/:id/cancellation", "/admin/payouts/:id/statement"],
      ...["/admin/payout-data", "/admin/payout-data/:id", "/admin/approvals", "/admin/approvals/:id"],
      ...["/admin/exceptions", "/admin/exceptions/:kind/:id", "/admin/payments/rates"],
      ...["/admin/users/:id/statements/:month/:currency", "/admin/audit", "/admin/audit/table"],
      ...["/admin/books", "/admin/books/bank", "/admin/books/bank/:id", "/admin/books/checks"],
      ...["/admin/books/corrections", "/admin/books/corrections/:id"],
      ...["/admin/books/settlements", "/admin/books/settlements/:id"],
      ...["/admin/books/settlements/previews/:id", "/admin/books/settlements/events/:id"],
      ...["/admin/books/accounts/:code/:currency", "/admin/books/accounts/:code/:currency/:owner"],
      ...["/admin/books/transactions/:id", "/admin/books/journal", "/admin/books/journal/:month"],
      ...["/admin/books/journal/:month/datev", "/admin/books/journal/:month/datev/:part"],
      ...["/admin/books/oss", "/admin/books/oss/:quarter/:file", "/admin/books/sellers"],
      ...["/admin/books/sellers/:year/table", "/admin/books/sellers/:year/dac7"],
      ...["/admin/books/past", "/admin/books/postings"],
    ],
    posts: [
      ...["/admin/users/:id pay_out", "/admin/users/:id give_up", "/admin/users/:id money_model"],
      ...["/admin/users/:id/payout-data", "/admin/users/:id/statements"],
      ...["/admin/payouts make", "/admin/payouts unfreeze"],
      ...["/admin/payouts/batches/:id paid", "/admin/payouts/batches/:id failed"],
      ...["/admin/payouts/batches/:id withdrawn", "/admin/payouts/batches/:id/results"],
      "/admin/payouts/batches/:id/file",
      ...["/admin/payouts/:id paid", "/admin/payouts/:id failed"],
      ...["/admin/payouts/:id bounced", "/admin/payouts/:id dropped"],
      ...["/admin/payout-data/:id accept", "/admin/payout-data/:id decline"],
      ...["/admin/approvals/:id accept", "/admin/approvals/:id decline"],
      ...["/admin/payments/:id report", "/admin/payments/:id refund", "/admin/payments/:id/refund"],
      ...["/admin/vouchers/:id lock", "/admin/vouchers/:id unlock"],
      "/admin/vouchers/:id/refund refund",
      ...["/admin/exceptions/suspense/:id retry", "/admin/exceptions/suspense/:id returned"],
      ...["/admin/exceptions/suspense/:id kept", "/admin/exceptions/failed-refunds/:id see"],
      "/admin/exceptions/refund-requests/:id decline",
      "/admin/exceptions/shares/:id retry",
      ...["/admin/exceptions/unhandled/:id retry", "/admin/exceptions/bookings/:id settle"],
      ...["/admin/exceptions/gaps/:id settle", "/admin/exceptions/settlements/:id retry"],
      ...["/admin/exceptions/settlements/:id take", "/admin/exceptions/settlements/:id settle"],
      ...["/admin/exceptions/rates/:id accept", "/admin/exceptions/rates/:id refuse"],
      ...["/admin/books write_off", "/admin/books/bank", "/admin/books/corrections"],
      ...["/admin/books/checks check_delta", "/admin/books/checks check_full"],
      ...["/admin/books/corrections/:id reverse", "/admin/books/settlements"],
      ...["/admin/books/settlements/previews/:id import", "/admin/books/settlements/previews/:id drop"],
      "/admin/books/settlements/events/:id reverse",
    ],
    log: [
      ...["payout_data.accepted", "payout_data.declined", "payout_data.viewed", "statement.viewed"],
      ...["payouts.batched", "payouts.released", "payouts.dissolved", "payouts.withdrawn"],
      ...["payouts.file_fetched", "payouts.results_read", "payouts.unfrozen"],
      ...["payout.paid", "payout.failed", "payout.bounced", "payout.return_reported"],
      ...["payout.return_dropped", "payout.for_locked", "balance.given_up"],
      "account.money_model",
      ...["payment.refunded", "payment.reported", "refund_request.declined", "refund_failure.seen"],
      ...["voucher.locked", "voucher.unlocked", "receivable.written_off"],
      ...["suspense.refund_asked", "suspense.returned", "suspense.kept", "news.retried", "share.retried"],
      ...["settlement.imported", "settlement.exception_settled"],
      ...["settlement.event_taken", "settlement.event_reversed"],
      ...["correction.posted", "correction.reversed", "bank.statement_imported"],
      ...["bank.exception_settled", "bank.gap_settled", "rate.accepted", "rate.refused"],
      ...["journal.exported", "vat.exported", "sellers.exported"],
      // The act's kind decides whose.
      ...["approval.asked", "approval.approved", "approval.declined"],
    ],
    approved: [
      ...["REFUND", "GOODWILL", "WRITE_OFF", "SUSPENSE_KEPT", "SUSPENSE_RETURNED"],
      ...["FREEZE_LIFTED", "PAYOUT_DATA", "BATCH_RELEASE", "BATCH_WITHDRAWN"],
      ...["PAYOUT_PAID", "PAYOUT_FAILED", "PAYOUT_BOUNCED"],
      ...["SETTLEMENT_REVERSED", "SETTLEMENT_TAKEN", "PAYMENT_REPORTED", "PROVIDER_REPORT"],
      ...["CORRECTION", "CORRECTION_REVERSED", "RATE_LEAP"],
    ],
  },
  operators: {
    roles: [],
    pages: ["/admin/operators", "/admin/operators/:id"],
    posts: [
      ...["/admin/operators invite", "/admin/operators/:id role", "/admin/operators/:id remove"],
      ...["/admin/operators/:id again", "/admin/users/:id reset_factor"],
    ],
    log: [
      "account.second_factor_removed",
      "operator.created",
      "operator.role_changed",
      "operator.link_sent",
      "operator.removed",
    ],
    approved: ["OPERATOR_INVITED", "OPERATOR_ROLE"],
  },
  settings: {
    roles: [],
    pages: [
      ...["/admin/settings", "/admin/settings/brand", "/admin/settings/features"],
      ...["/admin/settings/rules", "/admin/settings/logo", "/admin/settings/first-run"],
      ...["/admin/settings/words", "/admin/settings/words/:page"],
      ...["/admin/settings/content", "/admin/settings/payouts"],
    ],
    posts: [
      ...["/admin/settings/brand", "/admin/settings/logo", "/admin/settings/first-run test_mail"],
      ...["/admin/settings/features", "/admin/settings/rules", "/admin/settings/words/:page"],
      "/admin/settings/content",
      "/admin/settings/payouts",
    ],
    log: ["settings.changed", "mail.tested", "legal_text.published"],
    approved: ["SETTINGS"],
  },
} as const satisfies Record<string, RightOf>;

export type Right = keyof typeof RIGHTS;

/** Answered 403: the role may change while a page is open. */
export class RightMissing extends Error {
  override name = "RightMissing";
}

const TABLE: Record<Right, RightOf> = RIGHTS;
const ALL = Object.values(TABLE);

const isGiven = (role: string, { roles }: RightOf) => roles.some((each) => each === role);

const isAmong = (role: string, has: (right: RightOf) => boolean) =>
  role === "ADMIN" || ALL.some((right) => isGiven(role, right) && has(right));

export function may(role: string, right: Right): boolean {
  return role === "ADMIN" || isGiven(role, TABLE[right]);
}

export function rolesWith(right: Right): OperatorRole[] {
  return OPERATOR_ROLES.filter((role) => may(role, right));
}

export function mayOpen(role: string, pattern: string): boolean {
  return isAmong(role, ({ pages, posts }) => pages.includes(pattern) || hasForm(posts, pattern));
}

/** Pages without parameters; null for all. */
export function openPages(role: string): string[] | null {
  if (role === "ADMIN") return null;
  return ALL.filter((right) => isGiven(role, right)).flatMap(({ pages }) =>
    pages.filter((page) => !/[:*]/.test(page)),
  );
}

export function mayPost(role: string, pattern: string): boolean {
  return isAmong(role, ({ posts }) => hasForm(posts, pattern));
}

const hasForm = (posts: readonly string[], pattern: string) =>
  posts.some((post) => post.split(" ")[0] === pattern);

export function mayAct(role: string, act: string): boolean {
  return isAmong(role, ({ posts }) => posts.includes(act));
}

export function mayWriteLog(role: string, action: string): boolean {
  return isAmong(role, ({ log }) => log.includes(action));
}

/** To request or approve. */
export function mayApprove(role: string, kind: RightOf["approved"][number]): boolean {
  return isAmong(role, ({ approved }) => approved.includes(kind));
}

export function rolesApproving(kind: RightOf["approved"][number]): OperatorRole[] {
  return OPERATOR_ROLES.filter((role) => mayApprove(role, kind));
}

export function approvedKinds(role: string): readonly RightOf["approved"][number][] {
  return ALL.flatMap((right) => (role === "ADMIN" || isGiven(role, right) ? right.approved : []));
}
