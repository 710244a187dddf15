import { describe, expect, it } from "vitest";
import { AUDIT_ACTIONS, type AuditAction, OF_CREATORS } from "../../app/domain/audit/audit.server.ts";
import { RIGHTS } from "../../app/domain/operator-rights.server.ts";
import { listCode } from "../../scripts/source-files.ts";
import { PAGE_ACTS, PATTERNS } from "../support/http/patterns.ts";

/** What each form of the back office writes into the operators' log, or why it writes nothing. */
const ACTS: Record<string, readonly AuditAction[] | { why: string }> = {
  "/admin/reviews/verifications/:id accept": ["verification.accepted"],
  "/admin/reviews/verifications/:id decline": ["verification.declined", "account.locked"],
  "/admin/reviews/tips/:id accept": ["tip.accepted"],
  "/admin/reviews/tips/:id decline": ["tip.declined"],
  "/admin/reviews/items/:id accept": ["item.accepted"],
  "/admin/reviews/items/:id decline": ["item.declined"],
  "/admin/reviews/tips/:id take_off_page": ["supporter.removed"],
  "/admin/reviews/words/:id accept": ["words.accepted"],
  "/admin/reviews/words/:id decline": ["words.declined"],
  "/admin/reviews/groups/:id accept": ["grouplist.accepted"],
  "/admin/reviews/groups/:id decline": ["grouplist.declined"],
  "/admin/search": { why: "it reads, and its term would bring a person's name into the log" },
  "/admin/users/:id/page remove_about": ["words.removed"],
  "/admin/users/:id/page remove_goal": ["words.removed"],
  "/admin/reports/:id decide": ["content_case.decided"],
  "/admin/featured add": ["creator.featured"],
  "/admin/featured remove": ["creator.unfeatured"],
  "/admin/users/:id/lock lock": ["account.locked"],
  "/admin/users/:id note": ["note.added"],
  "/admin/users/:id send_again": ["mail.sent_again"],
  "/admin/users/invitation": ["creator.invited"],
  "/admin/users/:id/letter export": ["account.export_sent"],
  "/admin/users/:id/letter announce": ["account.deletion_announced"],
  "/admin/users/:id/letter delete": ["account.deleted"],
  "/admin/users/:id unlock": ["account.unlocked"],
  "/admin/users/:id pay_out": ["payout.for_locked"],
  "/admin/users/:id money_model": ["account.money_model"],
  "/admin/users/:id/payout-data": ["payout_data.viewed"],
  "/admin/users/:id give_up": ["balance.given_up", "approval.asked"],
  "/admin/users/:id/statements": ["statement.viewed"],
  "/admin/users/:id reset_factor": ["account.second_factor_removed"],
  "/admin/users/:id end_sessions": ["account.sessions_ended"],
  "/admin/payouts unfreeze": ["payouts.unfrozen", "approval.asked"],
  "/admin/payouts make": ["payouts.batched", "payouts.released"],
  "/admin/payouts/batches/:id paid": ["payout.paid"],
  "/admin/payouts/batches/:id failed": ["payout.failed", "approval.asked"],
  "/admin/payouts/batches/:id withdrawn": ["payouts.withdrawn", "approval.asked"],
  "/admin/payouts/batches/:id/results": ["payouts.results_read", "payout.return_reported"],
  "/admin/payouts/batches/:id/file": ["payouts.file_fetched"],
  "/admin/payouts/:id paid": ["payout.paid"],
  "/admin/payouts/:id failed": ["payout.failed", "approval.asked"],
  "/admin/payouts/:id bounced": ["payout.bounced", "approval.asked"],
  "/admin/payouts/:id dropped": ["payout.return_dropped"],
  "/admin/payout-data/:id accept": ["payout_data.accepted", "approval.asked"],
  "/admin/payout-data/:id decline": ["payout_data.declined"],
  "/admin/approvals/:id accept": ["approval.approved"],
  "/admin/approvals/:id decline": ["approval.declined", "payouts.dissolved"],
  "/admin/exceptions/failed-refunds/:id see": ["refund_failure.seen"],
  "/admin/exceptions/refund-requests/:id decline": ["refund_request.declined"],
  "/admin/exceptions/unhandled/:id retry": ["news.retried"],
  "/admin/exceptions/shares/:id retry": ["share.retried"],
  "/admin/exceptions/suspense/:id retry": ["suspense.refund_asked"],
  "/admin/exceptions/suspense/:id returned": ["suspense.returned", "approval.asked"],
  "/admin/exceptions/suspense/:id kept": ["suspense.kept", "approval.asked"],
  "/admin/exceptions/rates/:id accept": ["rate.accepted", "approval.asked"],
  "/admin/exceptions/rates/:id refuse": ["rate.refused"],
  "/admin/vouchers/:id lock": ["voucher.locked"],
  "/admin/vouchers/:id unlock": ["voucher.unlocked"],
  "/admin/monthly/:id stop": ["series.stopped"],
  "/admin/monthly/:id data": ["series.data_opened"],
  "/admin/vouchers/:id mail": ["voucher.mail_sent"],
  "/admin/vouchers/:id/refund refund": ["payment.refunded", "approval.asked"],
  "/admin/payments/:id/refund": ["payment.refunded", "approval.asked"],
  "/admin/payments/:id receipt": ["receipt.sent_again"],
  "/admin/payments/:id report": ["payment.reported", "approval.asked"],
  "/admin/payments/:id refund": ["payment.reported", "approval.asked"],
  "/admin/books/settlements": { why: "It shows what a file would post, and posts nothing." },
  "/admin/books/settlements/previews/:id import": ["settlement.imported"],
  "/admin/books/settlements/previews/:id drop": { why: "Nothing was posted, and nothing is kept of it." },
  "/admin/exceptions/settlements/:id settle": ["settlement.exception_settled"],
  "/admin/exceptions/settlements/:id retry": ["settlement.event_taken"],
  "/admin/exceptions/settlements/:id take": ["settlement.event_taken", "approval.asked"],
  "/admin/books/settlements/events/:id reverse": ["settlement.event_reversed", "approval.asked"],
  "/admin/books/corrections": ["correction.posted", "approval.asked"],
  "/admin/books/corrections/:id reverse": ["correction.reversed", "approval.asked"],
  "/admin/books/bank": ["bank.statement_imported"],
  "/admin/exceptions/bookings/:id settle": ["bank.exception_settled"],
  "/admin/exceptions/gaps/:id settle": ["bank.gap_settled"],
  "/admin/books write_off": ["receivable.written_off", "approval.asked"],
  "/admin/settings/brand": ["settings.changed"],
  "/admin/settings/logo": ["settings.changed"],
  "/admin/settings/first-run test_mail": ["mail.tested"],
  "/admin/settings/words/:page": ["legal_text.published"],
  "/admin/settings/features": ["settings.changed"],
  "/admin/settings/rules": ["settings.changed"],
  "/admin/settings/content": ["settings.changed"],
  "/admin/settings/payouts": ["settings.changed"],
  "/admin/operators invite": ["approval.asked"],
  "/admin/operators/:id role": ["approval.asked"],
  "/admin/operators/:id remove": ["operator.removed"],
  "/admin/operators/:id again": ["operator.link_sent"],
  "/admin/announcements/new/:kind": ["announcement.created"],
  "/admin/announcements/:id save": ["announcement.changed"],
  "/admin/announcements/:id end": ["announcement.ended", "announcement.deleted"],
  "/admin/mails retry": ["mail.retried"],
  "/admin/networks/:name/retry": ["network.tried_again"],
  "/admin/books/checks check_delta": { why: "it reads the books; the page shows what it found" },
  "/admin/books/checks check_full": { why: "it reads the books; the page shows what it found" },
  "/admin/code": { why: "the own session is told of a right code; no act is done yet" },
  "/admin/keys": { why: "a choice that stands in the operator's own browser" },
};

/** Acts that no form of the back office makes: the command line's, a download, and a creator's own. */
const BY_NO_FORM: readonly AuditAction[] = [
  "operator.created",
  "operator.role_changed",
  "journal.exported",
  "vat.exported",
  "sellers.exported",
  ...OF_CREATORS,
];

it("every form of the back office writes into the operators' log, or a reason says why it does not", () => {
  const files = new Map(listCode("app/routes").map(({ name, text }) => [name, text]));
  const posts = PATTERNS.filter(
    ({ pattern, file }) =>
      pattern.startsWith("/admin") &&
      /export (?:const|async function) action\b/.test(files.get(`app/${file}`) ?? ""),
  ).flatMap(({ pattern }) => {
    const acts = PAGE_ACTS.filter((each) => each.pattern === pattern).map(({ act }) => act);
    return acts.length > 0 ? acts : [pattern];
  });
  expect(Object.keys(ACTS).sort()).toEqual([...new Set(posts)].sort());
});

it("every act of the operators' log is written by a form, the command line or a download", () => {
  const written = new Set([
    ...Object.values(ACTS).flatMap((acts) => ("why" in acts ? [] : acts)),
    ...BY_NO_FORM,
  ]);
  expect([...written].sort()).toEqual([...AUDIT_ACTIONS].sort());
});

describe("the table of roles", () => {
  const rights = Object.values(RIGHTS);
  const files = new Map(listCode("app/routes").map(({ name, text }) => [name, text]));
  const office = PATTERNS.filter(({ guards }) => guards.includes("operator"));
  const twice = (all: readonly string[]) => all.filter((each, at) => all.indexOf(each) !== at);

  it("names each page and file of the back office once", () => {
    const pages: string[] = rights.flatMap(({ pages }) => pages);
    const read = office.filter(({ file }) =>
      /export (?:const|async function) loader\b|not-found\.tsx$/.test(files.get(`app/${file}`) ?? file),
    );
    const posts = rights.flatMap(({ posts }) => posts.map((post) => post.split(" ")[0]));
    const missing = read.filter(({ pattern }) => !pages.includes(pattern) && !posts.includes(pattern));
    expect(missing.map(({ pattern }) => pattern)).toEqual([]);
    expect(pages.filter((page) => !office.some(({ pattern }) => pattern === page))).toEqual([]);
    expect(twice(pages)).toEqual([]);
  });

  it("names each form of the back office once", () => {
    expect(rights.flatMap(({ posts }): readonly string[] => posts).sort()).toEqual(Object.keys(ACTS).sort());
  });

  it("names each act of the log once, a creator's own aside", () => {
    const logged = rights.flatMap(({ log }): readonly string[] => log);
    expect([...logged, ...OF_CREATORS].sort()).toEqual([...AUDIT_ACTIONS].sort());
  });
});
