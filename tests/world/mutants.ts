/** One deliberate fault, as an edit of the server's build. White space is of no account, as a build has its own. */
export interface Mutant {
  name: string;
  from: string;
  to: string;
}

const MONEY: Mutant[] = [
  {
    name: "no lock of tip and payment",
    from: 'lockByPayment("lock-tip-and-payment", sql`for share of u`)',
    to: 'lockByPayment("lock-tip-and-payment", sql``)',
  },
  {
    name: "no lock of the payment's row",
    from: `payments p on p.id = \${given("payment_id")}::uuid for no key update of p\``,
    to: `payments p on p.id = \${given("payment_id")}::uuid\``,
  },
  {
    name: "a paid tip is settled again",
    from: "if (tip.paid_at !== null || isGivenUp(tip)) return",
    to: "if (isGivenUp(tip)) return",
  },
  {
    name: "a settled payment is settled by each event",
    from: "const step = nextStep(locked.payment.status, snapshot)",
    to: 'const step = nextStep("REDIRECTED", snapshot)',
  },
  {
    name: "another amount is settled",
    from: "if (!(snapshot.amountMinor === payment.charged_minor && snapshot.currency === payment.charged_currency)) return",
    to: "if (false) return",
  },
  {
    name: "a locked creator receives",
    from: "receivers.filter(({ status }) => canReceive(status))",
    to: "receivers.filter(() => true)",
  },
  {
    name: "the first credit is posted twice as high",
    from: "select created.id, t.seq, t.debit_account, t.credit_account, t.currency, t.amount_minor from",
    to: "select created.id, t.seq, t.debit_account, t.credit_account, t.currency, t.amount_minor * 2 from",
  },
  {
    name: "balances move without the books",
    from: "set debits = ledger_account.debits + change.debits, credits = ledger_account.credits + change.credits",
    to: "set debits = ledger_account.debits + change.debits",
  },
  {
    name: "balances are not locked",
    from: "where w.keeps_balance and a.keeps_balance order by a.id for no key update of a",
    to: "where w.keeps_balance and a.keeps_balance order by a.id",
  },
  {
    name: "an allocation is released twice",
    from: "and a.released_at is null order by a.available_at for update of a skip locked",
    to: "order by a.available_at for update of a skip locked",
  },
  {
    name: "a release forgets what was given back",
    from: "released: amount_minor - taken_minor",
    to: "released: amount_minor",
  },
  {
    name: "disputed money is released",
    from: "select from disputes d where d.payment_id = a.payment_id and d.status = 'OPEN'",
    to: "select from disputes d where d.payment_id = a.payment_id and d.status = 'NEVER'",
  },
  {
    name: "a business day is a day of UTC",
    from: 'berlinFormat = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Berlin" })',
    to: 'berlinFormat = new Intl.DateTimeFormat("en-CA", { timeZone: "UTC" })',
  },
  {
    name: "waiting money is not counted anew after a refund",
    from: 'await recountWaiting(trx, payment.id); return { outcome: "requested"',
    to: 'return { outcome: "requested"',
  },
];

const REFUNDS: Mutant[] = [
  {
    name: "a refund ignores what was seen",
    from: "if (plan.left_minor !== order.seen_left_minor) return",
    to: "if (false) return",
  },
  {
    name: "each try of a refund has a new name",
    from: "refundId: refund.id, providerRef: refund.provider_ref,",
    to: "refundId: crypto.randomUUID(), providerRef: refund.provider_ref,",
  },
  {
    name: "a creator gives back another's tip",
    from: 'by.role === "CREATOR" ? shares.filter(({ creator_id }) => creator_id === by.user_id) : shares',
    to: "shares",
  },
  {
    name: "a credit note is dated by its process",
    from: "row_number() over (order by r.done_at, r.id), greatest(",
    to: "row_number() over (order by r.done_at, r.id), least(",
  },
  {
    name: "a done refund is marked whatever its state",
    from: '.where("id", "=", refund.id) .where("status", "=", "REQUESTED") .executeTakeFirst()).numUpdatedRows',
    to: '.where("id", "=", refund.id).executeTakeFirst()).numUpdatedRows',
  },
  {
    name: "a refund of money that fits nothing is not requested",
    from: "if (snapshot.disputes.length === 0) await requestSuspenseRefund(",
    to: "if (false) await requestSuspenseRefund(",
  },
];

const PAYOUTS: Mutant[] = [
  {
    name: "withdrawals do not wait for each other",
    from: "holdsRow ? query.forNoKeyUpdate() : query",
    to: "query",
  },
  {
    name: "an open payout is no obstacle",
    from: 'if (await hasOpenPayout(db, userId)) return "in_progress";',
    to: ";",
  },
  {
    name: "a month pays again",
    from: `and (p.status in ('REQUESTED', 'PROCESSING') or p.period = \${period})`,
    to: "and p.status in ('REQUESTED', 'PROCESSING')",
  },
  {
    name: "a file is sent though a payout has ended",
    from: `or exists (select from payouts where batch_id = \${batchId} and status <> 'PROCESSING')`,
    to: "",
  },
  {
    name: "a batch is withdrawn after its file was sent",
    from: 'if (found.fetched_at !== null && found.fetched_at > given.asked_at) return "gone";',
    to: ";",
  },
  {
    name: "an ended payout ends again",
    from: '.where("p.status", "in", TRANSITIONS[transition].from)',
    to: "",
  },
  {
    name: "a payout sends its fee along",
    from: "net_minor: payout.amount_minor - payout.fee_minor",
    to: "net_minor: payout.amount_minor",
  },
  {
    name: "an operator releases their own batch",
    from: 'if (makers.includes(operator_id)) return "own";',
    to: ";",
  },
  {
    name: "a withdrawal asks for more than is there",
    from: "(await lockBalances(trx, [order.user_id], order.currency)).get(order.user_id)?.creator_available ?? minor(0)",
    to: "minor(1_000_000)",
  },
];

const SESSIONS: Mutant[] = [
  {
    name: "a session outlives its end",
    from: 'await db.deleteFrom("sessions").where("token_hash", "=", tokenHash(token)).execute();',
    to: "await Promise.resolve(tokenHash(token));",
  },
  {
    name: "a deleted account keeps its session",
    from: '"verification_cases", "sessions", "known_devices"',
    to: '"verification_cases", "known_devices"',
  },
  {
    name: "a deleted account keeps its mails",
    from: 'or([eb("recipient", "in", emails), eb("user_id", "=", userId)])',
    to: 'or([eb("id", "is", null)])',
  },
  {
    name: "an account is deleted while money is to come",
    from: "judgeMoney(balances, await hasMoneyToCome(trx, given.user_id), services.rules)",
    to: "judgeMoney(balances, false, services.rules)",
  },
  {
    name: "posts from elsewhere are taken",
    from: 'return origin !== null && origin !== own || site === "cross-site";',
    to: "return false;",
  },
  {
    name: "a locked creator uses their pages",
    from: 'if (viewer.status === "LOCKED") { if (!LOCKED_PAGES',
    to: "if (false) { if (!LOCKED_PAGES",
  },
  {
    name: "creators open the office",
    from: "if (!isOperator(viewer)) throw data(null, { status: 403 });",
    to: ";",
  },
];

const WEBHOOKS_AND_JOBS: Mutant[] = [
  {
    name: "events need no signature",
    from: 'if (verification !== "verified") return { outcome: "refused", reason: verification };',
    to: ";",
  },
  {
    name: "lost events are never looked up",
    from: "const snapshot = provider_ref ? await ask(providers.get(provider), payment, provider_ref, now) : null;",
    to: "const snapshot = null;",
  },
  {
    name: "events are never handled",
    from: "alarm(services.log, notice_id, await handleProviderEvent(services, notice_id));",
    to: ";",
  },
  {
    name: "a mail's job is lost",
    from: 'await services.jobs.enqueue(trx, "mail.send", { mail_id: id }, mail.not_before);',
    to: ";",
  },
  {
    name: "a mail that fails is not tried again",
    from: "if (isGivenUp) return; throw error;",
    to: "return;",
  },
  {
    name: "a mail is written at each try",
    from: `dedupe_key: \`receipt:\${payment.id}\``,
    to: `dedupe_key: \`receipt:\${payment.id}:\${services.newId()}\``,
  },
  {
    name: "a job begins before its cause is committed",
    from: "const own = fromKysely(trx); const options",
    to: "const own = fromKysely(db); const options",
  },
  {
    name: "overdue refunds are not sent",
    from: "await sendRefund(services, refundId, (askedBy) =>",
    to: "if (refundId) return; await sendRefund(services, refundId, (askedBy) =>",
  },
];

const GROUPS_VOUCHERS_MONTHS: Mutant[] = [
  {
    name: "odd cents of a group are lost",
    from: "gets.has(place) ? share + 1 : share",
    to: "share",
  },
  {
    name: "odd cents go to the same members again",
    from: "Number(other.credit > one.credit) - Number(other.credit < one.credit)",
    to: "Number(one.credit > other.credit) - Number(one.credit < other.credit)",
  },
  {
    name: "a voucher is not locked",
    from: 'await lockVoucher(trx, found.id, "alone");',
    to: ";",
  },
  {
    name: "a redeemed voucher is redeemed again",
    from: "const worthless = judge(voucher, now); if (!voucher || worthless) return",
    to: "const worthless = null; if (!voucher) return",
  },
  {
    name: "a month is charged while it is being charged",
    from: "&& isAnnounced) && charging_payment_id === null && next_charge_on",
    to: "&& isAnnounced) && next_charge_on",
  },
];

export const MUTANTS: readonly Mutant[] = [
  ...[...MONEY, ...REFUNDS, ...PAYOUTS, ...SESSIONS, ...WEBHOOKS_AND_JOBS],
  ...GROUPS_VOUCHERS_MONTHS,
];
