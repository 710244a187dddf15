/** One deliberate fault, as an edit of the server's build. White space is of no account, as a build has its own. */
export interface Mutant {
  name: string;
  /** Each from what to what; more than one where one place guards another. */
  edits: readonly (readonly [string, string])[];
}

const MONEY: Mutant[] = [
  {
    name: "no lock of tip and payment",
    edits: [
      [
        'lockByPayment("lock-tip-and-payment", sql`for share of u`)',
        'lockByPayment("lock-tip-and-payment", sql``)',
      ],
    ],
  },
  {
    name: "no lock of the payment's row",
    edits: [
      [
        `payments p on p.id = \${given("payment_id")}::uuid for no key update of p\``,
        `payments p on p.id = \${given("payment_id")}::uuid\``,
      ],
    ],
  },
  {
    name: "a settled payment is settled by each event",
    edits: [
      [
        "const step = nextStep(locked.payment.status, snapshot)",
        'const step = nextStep("REDIRECTED", snapshot)',
      ],
    ],
  },
  {
    name: "another amount is settled",
    edits: [
      [
        "if (!(snapshot.amountMinor === payment.charged_minor && snapshot.currency === payment.charged_currency)) return",
        "if (false) return",
      ],
    ],
  },
  {
    name: "a locked creator receives",
    edits: [["receivers.filter(({ status }) => canReceive(status))", "receivers.filter(() => true)"]],
  },
  {
    name: "the first credit is posted twice as high",
    edits: [
      [
        "select created.id, t.seq, t.debit_account, t.credit_account, t.currency, t.amount_minor from",
        "select created.id, t.seq, t.debit_account, t.credit_account, t.currency, t.amount_minor * 2 from",
      ],
    ],
  },
  {
    name: "balances move without the books",
    edits: [
      [
        "set debits = ledger_account.debits + change.debits, credits = ledger_account.credits + change.credits",
        "set debits = ledger_account.debits + change.debits",
      ],
    ],
  },
  {
    name: "an allocation is released twice",
    edits: [
      [
        "and a.released_at is null order by a.available_at for update of a skip locked",
        "order by a.available_at for update of a skip locked",
      ],
    ],
  },
  {
    name: "a release forgets what was given back",
    edits: [["released: amount_minor - taken_minor", "released: amount_minor"]],
  },
  {
    name: "disputed money is released",
    edits: [
      [
        "select from disputes d where d.payment_id = a.payment_id and d.status = 'OPEN'",
        "select from disputes d where d.payment_id = a.payment_id and d.status = 'NEVER'",
      ],
    ],
  },
  {
    name: "a business day is a day of UTC",
    edits: [
      [
        'berlinFormat = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Berlin" })',
        'berlinFormat = new Intl.DateTimeFormat("en-CA", { timeZone: "UTC" })',
      ],
    ],
  },
  {
    name: "waiting money is not counted anew after a refund",
    edits: [
      [
        'await recountWaiting(trx, payment.id); return { outcome: "requested"',
        'return { outcome: "requested"',
      ],
    ],
  },
];

const REFUNDS: Mutant[] = [
  {
    name: "a refund ignores what was seen",
    edits: [["if (plan.left_minor !== order.seen_left_minor) return", "if (false) return"]],
  },
  {
    name: "each try of a refund has a new name",
    edits: [
      [
        "refundId: refund.id, providerRef: refund.provider_ref,",
        "refundId: crypto.randomUUID(), providerRef: refund.provider_ref,",
      ],
    ],
  },
  {
    name: "a credit note is dated by its process",
    edits: [
      [
        "row_number() over (order by r.done_at, r.id), greatest(",
        "row_number() over (order by r.done_at, r.id), least(",
      ],
    ],
  },
  {
    name: "a done refund is marked whatever its state",
    edits: [
      [
        '.where("id", "=", refund.id) .where("status", "=", "REQUESTED") .executeTakeFirst()).numUpdatedRows',
        '.where("id", "=", refund.id).executeTakeFirst()).numUpdatedRows',
      ],
    ],
  },
  {
    name: "a refund of money that fits nothing is not requested",
    edits: [
      [
        "if (snapshot.disputes.length === 0) await requestSuspenseRefund(",
        "if (false) await requestSuspenseRefund(",
      ],
    ],
  },
  {
    name: "a lost dispute takes nothing",
    edits: [
      ["await loseClaim(trx, services, locked, await read(trx, payment.id, disputeId), taken, now);", ";"],
    ],
  },
  {
    name: "what a won dispute held stays held",
    edits: [["await post(trx, [disputeWon(dispute, payment, holds, now)], now);", ";"]],
  },
];

const PAYOUTS: Mutant[] = [
  {
    name: "withdrawals do not wait for each other",
    edits: [["holdsRow ? query.forNoKeyUpdate() : query", "query"]],
  },
  {
    name: "an open payout is no obstacle",
    edits: [['if (await hasOpenPayout(db, userId)) return "in_progress";', ";"]],
  },
  {
    name: "a month pays again",
    edits: [
      [
        `and (p.status in ('REQUESTED', 'PROCESSING') or p.period = \${period})`,
        "and p.status in ('REQUESTED', 'PROCESSING')",
      ],
      ["if (await isPaid(db, period)) return", "if (false) return"],
    ],
  },
  {
    name: "a file pays what was ended",
    edits: [
      [
        "if (left.has(batch.id) && batch.fetched_at === null) await shrinkBatch(trx, services, batch, now);",
        ";",
      ],
    ],
  },
  {
    name: "an ended payout ends again",
    edits: [['.where("p.status", "in", TRANSITIONS[transition].from)', ""]],
  },
  {
    name: "a payout sends its fee along",
    edits: [["net_minor: payout.amount_minor - payout.fee_minor", "net_minor: payout.amount_minor"]],
  },
  {
    name: "an operator releases their own batch",
    edits: [['if (makers.includes(operator_id)) return "own";', ";"]],
  },
  {
    name: "a withdrawal asks for more than is there",
    edits: [
      [
        "(await lockBalances(trx, [order.user_id], order.currency)).get(order.user_id)?.creator_available ?? minor(0)",
        "minor(1_000_000)",
      ],
    ],
  },
  {
    name: "a batch is taken back while its file is sent",
    edits: [
      ['if (found.fetched_at !== null && found.fetched_at > given.asked_at) return "gone";', ";"],
      [
        "kind in ('PAYOUT_FAILED', 'BATCH_WITHDRAWN') and status = 'WAITING'",
        "kind in ('PAYOUT_FAILED', 'BATCH_WITHDRAWN') and status = 'NEVER'",
      ],
    ],
  },
];

const ORDER_OF_LOCKS: Mutant[] = [
  {
    name: "approvals of a batch made meanwhile lock out of order",
    edits: [
      [
        `if ([...batches.keys()].some((id) => !subjects.includes(\`payout_batch:\${id}\`))) return null;`,
        ";",
      ],
    ],
  },
];

const SESSIONS: Mutant[] = [
  {
    name: "a session outlives its end",
    edits: [
      [
        'await db.deleteFrom("sessions").where("token_hash", "=", tokenHash(token)).execute();',
        "await Promise.resolve(tokenHash(token));",
      ],
    ],
  },
  {
    name: "a deleted account keeps its session",
    edits: [['"verification_cases", "sessions", "known_devices"', '"verification_cases", "known_devices"']],
  },
  {
    name: "a deleted account keeps its mails",
    edits: [
      ['or([eb("recipient", "in", emails), eb("user_id", "=", userId)])', 'or([eb("id", "is", null)])'],
    ],
  },
  {
    name: "an account is deleted while money is to come",
    edits: [
      [
        "judgeMoney(balances, await hasMoneyToCome(trx, given.user_id), services.rules)",
        "judgeMoney(balances, false, services.rules)",
      ],
    ],
  },
  {
    name: "a locked creator uses their pages",
    edits: [['if (viewer.status === "LOCKED") { if (!LOCKED_PAGES', "if (false) { if (!LOCKED_PAGES"]],
  },
  {
    name: "creators open the office",
    edits: [["if (!isOperator(viewer)) throw data(null, { status: 403 });", ";"]],
  },
  {
    name: "posts from elsewhere are taken",
    edits: [
      ['return origin !== null && origin !== own || site === "cross-site";', "return false;"],
      ['let originHeader = request.headers.get("origin");', "let originHeader = null;"],
    ],
  },
  {
    name: "kept pages ignore news",
    edits: [["cache.drop(profileTag(userId));", ";"]],
  },
  {
    name: "a page from before a change is kept",
    edits: [["if (!(counts.drops !== dropsBefore ||", "if (!("]],
  },
];

const WEBHOOKS_AND_JOBS: Mutant[] = [
  {
    name: "events need no signature",
    edits: [['if (verification !== "verified") return { outcome: "refused", reason: verification };', ";"]],
  },
  {
    name: "lost events are never looked up",
    edits: [
      [
        "const snapshot = provider_ref ? await ask(providers.get(provider), payment, provider_ref, now) : null;",
        "const snapshot = null;",
      ],
    ],
  },
  {
    name: "events are never handled",
    edits: [["alarm(services.log, notice_id, await handleProviderEvent(services, notice_id));", ";"]],
  },
  {
    name: "a mail's job is lost",
    edits: [['await services.jobs.enqueue(trx, "mail.send", { mail_id: id }, mail.not_before);', ";"]],
  },
  {
    name: "a mail that fails is not tried again",
    edits: [["if (isGivenUp) return; throw error;", "return;"]],
  },
  {
    name: "a job begins before its cause is committed",
    edits: [["const own = fromKysely(trx); const options", "const own = fromKysely(db); const options"]],
  },
  {
    name: "overdue refunds are not sent",
    edits: [
      [
        "await sendRefund(services, refundId, (askedBy) =>",
        "if (refundId) return; await sendRefund(services, refundId, (askedBy) =>",
      ],
    ],
  },
];

const GROUPS_VOUCHERS_MONTHS: Mutant[] = [
  {
    name: "odd cents of a group are lost",
    edits: [["gets.has(place) ? share + 1 : share", "share"]],
  },
  {
    name: "odd cents go to the same members again",
    edits: [
      [
        "Number(other.credit > one.credit) - Number(other.credit < one.credit)",
        "Number(one.credit > other.credit) - Number(one.credit < other.credit)",
      ],
    ],
  },
  {
    name: "a voucher is not locked",
    edits: [['await lockVoucher(trx, found.id, "alone");', ";"]],
  },
  {
    name: "a redeemed voucher is redeemed again",
    edits: [
      [
        "const worthless = judge(voucher, now); if (!voucher || worthless) return",
        "const worthless = null; if (!voucher) return",
      ],
    ],
  },
  {
    name: "a month is charged while it is being charged",
    edits: [
      [
        "&& isAnnounced) && charging_payment_id === null && next_charge_on",
        "&& isAnnounced) && next_charge_on",
      ],
      ["if (tip && await isBeingPaid(trx, tip.id, now)) return null;", ";"],
    ],
  },
  {
    name: "a refused month is tried at once for ever",
    edits: [['const wait = problem === "RETRY" ? retry_days[series.failures] : void 0;', "const wait = 0;"]],
  },
  {
    name: "a monthly tip is not locked",
    edits: [
      [
        '.selectFrom("tip_series").selectAll().where("id", "=", id).forUpdate()',
        '.selectFrom("tip_series").selectAll().where("id", "=", id)',
      ],
    ],
  },
];

export const MUTANTS: readonly Mutant[] = [
  ...ORDER_OF_LOCKS,
  ...[...MONEY, ...REFUNDS, ...PAYOUTS, ...SESSIONS, ...WEBHOOKS_AND_JOBS],
  ...GROUPS_VOUCHERS_MONTHS,
];
