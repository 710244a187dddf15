import type { DeskQueue } from "../../domain/desk/desk.server.ts";

export const QUEUE_PAGES: Readonly<Record<DeskQueue, string>> = {
  verifications: "/admin/verifications",
  tips: "/admin/tips",
  items: "/admin/items",
  words: "/admin/words",
  groups: "/admin/groups",
  reports: "/admin/reports",
  payoutData: "/admin/payout-data",
  payouts: "/admin/payouts?status=REQUESTED",
  freeze: "/admin/payouts",
  leavers: "/admin/payouts",
  approvals: "/admin/approvals",
  suspense: "/admin/payments/suspense",
  byHand: "/admin/payments/by-hand",
  failedRefunds: "/admin/payments/failed-refunds",
  unhandled: "/admin/payments/unhandled",
  bank: "/admin/books/bank",
  settlements: "/admin/books/settlements",
  rates: "/admin/payments/rates",
  mails: "/admin/mails",
};

export const MONEY_QUEUES: readonly DeskQueue[] = [
  "payouts",
  "freeze",
  "leavers",
  "approvals",
  "suspense",
  "byHand",
  "failedRefunds",
  "unhandled",
  "bank",
  "settlements",
  "rates",
];
