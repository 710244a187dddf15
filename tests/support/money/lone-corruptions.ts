import { sql } from "kysely";
import { giveUp } from "../../../app/domain/auth/deletion.server.ts";
import { minor } from "../../../app/domain/money/minor.ts";
import { type Act, type LoneCorruption, one, SINCE, wrongAccount } from "./behind-the-back.ts";

// For each check of the books what only it can see: everything else that looks at the same rows agrees with them.

/** A cent that a dispute held stays held when it is won, in the books as in what the dispute says that it gave back. */
const KEPT_BACK: readonly Act[] = [
  sql`
    create temporary table kept_back on commit drop as
    select p.dispute_id, p.turn, m.transaction_id, m.seq, m.debit_account, m.credit_account
    from dispute_act_parts p
    join disputes d on d.id = p.dispute_id and d.turn = p.turn and d.status = 'WON'
    join ledger_transaction t on t.cause_id = p.dispute_id and t.kind = 'dispute_won' and t.cause_part = p.turn::text
      and t.id > ${SINCE}
    join ledger_transfer m on m.transaction_id = t.id and m.amount_minor = p.available_minor
    where p.act = 'WON' and p.available_minor > 1 limit 1`,
  sql`update dispute_acts a set is_from_books = true from kept_back k where (a.dispute_id, a.turn) = (k.dispute_id, k.turn)`,
  sql`
    update dispute_act_parts p set available_minor = p.available_minor - 1
    from kept_back k where (p.dispute_id, p.turn, p.act) = (k.dispute_id, k.turn, 'WON')`,
  sql`
    update ledger_transfer m set amount_minor = m.amount_minor - 1
    from kept_back k where (m.transaction_id, m.seq) = (k.transaction_id, k.seq)`,
  sql`update ledger_account a set debits = a.debits - 1 from kept_back k where a.id = k.debit_account`,
  sql`update ledger_account a set credits = a.credits - 1 from kept_back k where a.id = k.credit_account`,
];

/** Money that matured goes to another creator, and both balances are mended. */
const TO_ANOTHER: readonly Act[] = [
  sql`
    create temporary table to_another on commit drop as
    select m.transaction_id, m.seq, m.amount_minor, a.id as was, o.id as becomes
    from ledger_transaction t
    join ledger_transfer m on m.transaction_id = t.id
    join ledger_account a on a.id = m.credit_account
    join ledger_account o on o.code = a.code and o.currency = a.currency and o.id <> a.id
    where t.kind = 'released' and t.cause = 'allocation' and t.id > ${SINCE} and a.credits - a.debits >= m.amount_minor
    limit 1`,
  sql`
    update ledger_transfer m set credit_account = x.becomes
    from to_another x where (m.transaction_id, m.seq) = (x.transaction_id, x.seq)`,
  sql`update ledger_account a set credits = a.credits - x.amount_minor from to_another x where a.id = x.was`,
  sql`update ledger_account a set credits = a.credits + x.amount_minor from to_another x where a.id = x.becomes`,
];

/** By the name of each check. */
export const LONE_CORRUPTIONS: Readonly<Record<string, LoneCorruption>> = {
  "01-transfers-stay-in-a-currency": {
    what: "the line of a posting is left out of the numbering",
    acts: [
      one(
        "ledger_transfer",
        "seq = seq + 5",
        `transaction_id > (select max(upto_transaction) from ledger_checkpoints)`,
      ),
    ],
  },
  "02-cached-balance-equals-sum": {
    what: "a creator's balance is raised by a cent",
    acts: [one("ledger_account", "credits = credits + 1", "code = 'creator_available'")],
  },
  "03-no-creator-account-below-zero": {
    what: "more of a creator's money is given up than there is, and the database does not refuse it",
    acts: [
      sql`alter table ledger_account drop constraint ledger_account_not_overdrawn`,
      async (trx, now) => {
        const account = await trx
          .selectFrom("ledger_account")
          .select(["owner", "currency", sql<number>`credits - debits`.as("balance")])
          .where("code", "=", "creator_available")
          .orderBy("id")
          .executeTakeFirstOrThrow();
        const { owner: creator_id, currency, balance } = account;
        const sum = { creator_id, currency, amount_minor: minor(balance + 1) };
        await giveUp(trx, { newId: () => crypto.randomUUID() }, sum, "later", now);
      },
    ],
  },
  "04-rows-are-posted": {
    what: "money was given up, and never posted",
    acts: [
      sql`
        insert into give_ups (id, creator_id, currency, amount_minor, given_up_at)
        select gen_random_uuid(), creator_id, currency, amount_minor, given_up_at from give_ups limit 1`,
    ],
  },
  "05-reversals-mirror": {
    what: "what takes a refund back names another posting as the one that it reverses",
    acts: [
      sql`
        update ledger_transaction t set reverses = (select min(id) from ledger_transaction)
        where t.id = (select max(id) from ledger_transaction where kind = 'refund_failed' and id > ${SINCE})`,
    ],
  },
  "06-allocations-add-up": {
    what: "a tip is for somebody else than the one who got it",
    acts: [
      one(
        "tips",
        "creator_id = (select id from users order by id limit 1)",
        "paid_at is not null and creator_id <> (select id from users order by id limit 1)",
      ),
    ],
  },
  "07-pending-is-what-waits": {
    what: "a share counts as released, with nothing of it released",
    acts: [
      one(
        "tip_allocations",
        "released_at = available_at, released_minor = 0",
        "released_at is null and not exists (select from dispute_holds h where h.allocation_id = id)",
      ),
    ],
  },
  "08-hold-is-what-disputes-hold": {
    what: "a dispute of earlier books gave a cent less back than it held",
    acts: KEPT_BACK,
  },
  "09-chargeback-means-owing": {
    what: "somebody who owes nothing has the status of those who do",
    acts: [
      one(
        "users",
        "status = 'CHARGEBACK'",
        "status not in ('CHARGEBACK', 'LOCKED') and id::text in (select owner from ledger_account)",
      ),
    ],
  },
  "10-nothing-matured-waits": {
    what: "a share that waits should have been released a day ago",
    acts: [
      one(
        "tip_allocations",
        "available_at = now() - interval '100 years'",
        "released_at is null and payment_id in (select id from payments where tip_id is not null) and payment_id not in (select payment_id from disputes)",
      ),
      one(
        "payments",
        "hold_days = null",
        "id in (select payment_id from tip_allocations where available_at < now() - interval '50 years')",
      ),
    ],
  },
  "11-suspense-empties": {
    what: "money that fits nothing has lain in suspense for a month",
    acts: [
      sql`
        update ledger_transaction t set created_at = t.created_at - interval '31 days', effective_at = t.effective_at - interval '31 days'
        where t.id = (
          select max(t.id) from ledger_transaction t join suspense_entries s on s.payment_id = t.cause_id
          where t.kind = 'inbound_suspense' and s.left_minor > 0 and t.id > ${SINCE}
        )`,
    ],
  },
  "12-owed-is-held": {
    what: "a provider's fee is a million, in its file as in the books",
    acts: [
      one("settlement_events", "gross_minor = gross_minor + 100000000", "event_ref = 'e-2'"),
      sql`
        update ledger_transfer m set amount_minor = m.amount_minor + 100000000
        from ledger_transaction t, ledger_account a
        where t.id = m.transaction_id and a.id = m.debit_account and a.code = 'psp_fee' and t.kind = 'provider_settled'
          and t.cause_id = (select settlement_id from settlement_events where event_ref = 'e-2')`,
    ],
  },
  "13-transit-is-open-payouts": {
    what: "a payout that the bank has confirmed is at the bank again",
    acts: [one("payouts", "status = 'PROCESSING'", "status = 'PAID'")],
  },
  "14-payouts-as-posted": {
    what: "the fee of a payout is posted as that of a tip",
    acts: [wrongAccount("payout_requested", { to: "payout_fee_revenue" }, "service_fee_revenue")],
  },
  "15-tips-as-posted": {
    what: "the fee of a tip is posted as that of a payout",
    acts: [wrongAccount("tip_paid", { to: "service_fee_revenue" }, "payout_fee_revenue")],
  },
  "16-refund-parts-add-up": {
    what: "a refund is of a cent more than its parts",
    acts: [
      one(
        "refunds",
        "amount_minor = amount_minor + 1",
        "asked_by = 'CREATOR' and currency = 'EUR' and status = 'DONE'",
      ),
    ],
  },
  "17-suspense-has-entries": {
    what: "an entry in suspense has a cent more left than did not go out",
    acts: [one("suspense_entries", "left_minor = left_minor - 1", "left_minor > 1")],
  },
  "18-releases-as-posted": {
    what: "a share is released to another creator, and both balances are mended",
    acts: TO_ANOTHER,
  },
  "19-refunds-as-posted": {
    what: "the fee that a refund gave back is taken from what payouts bring",
    acts: [wrongAccount("tip_refunded", { from: "service_fee_revenue" }, "payout_fee_revenue")],
  },
  "20-disputes-as-posted": {
    what: "the fee that a dispute took is taken from what payouts bring",
    acts: [wrongAccount("dispute_lost", { from: "service_fee_revenue" }, "payout_fee_revenue")],
  },
  "22-suspense-as-posted": {
    what: "money of suspense that we kept is posted as a fee",
    acts: [wrongAccount("suspense_kept", { to: "breakage_revenue" }, "payout_fee_revenue")],
  },
  "23-losses-as-posted": {
    what: "a debt that was written off is posted as goodwill",
    acts: [wrongAccount("written_off", { from: "chargeback_loss" }, "goodwill")],
  },
  "24-repayments-fit": {
    what: "a debt is repaid by nothing that became available",
    acts: [
      sql`update ledger_transaction set cause_id = gen_random_uuid() where id = (select max(id) from ledger_transaction where kind = 'repaid' and id > ${SINCE})`,
    ],
  },
  "25-causes-are-known": {
    what: "a paid tip is posted for a refund",
    acts: [
      sql`
        update ledger_transaction set cause = 'refund'
        where id = (select max(id) from ledger_transaction where kind = 'tip_paid' and id > ${SINCE})`,
    ],
  },
  "26-accounts-as-charted": {
    what: "there is a bank account of somebody",
    acts: [
      sql`
        insert into ledger_account (code, owner, currency, shard, normal_side, allows_negative, keeps_balance)
        select code, 'somebody', currency, shard, normal_side, allows_negative, keeps_balance
        from ledger_account where code = 'bank' limit 1`,
    ],
  },
  "27-documents-are-whole": {
    what: "the last number of a series was given to no document",
    acts: [one("document_series", "last_number = last_number + 1", "true")],
  },
  "28-payments-add-up": {
    what: "a payment says another rate of our fee than it was charged by",
    acts: [
      one(
        "payments",
        "service_fee_bps = service_fee_bps * 2",
        `service_fee_minor > 10 and id in (select cause_id from ledger_transaction where kind = 'tip_paid'
          and id > (select max(upto_transaction) from ledger_checkpoints))`,
      ),
    ],
  },
  "29-disputes-as-acted": {
    what: "a dispute that is over has no day on which it ended",
    acts: [one("disputes", "closed_at = null", "status = 'LOST'")],
  },
  "30-write-offs-add-up": {
    what: "a cent less than was written off is of a debt",
    acts: [
      one(
        "write_off_parts",
        "amount_minor = amount_minor - 1",
        "not exists (select from dispute_acts a where a.dispute_id = write_off_parts.dispute_id and a.act = 'REVERSED')",
      ),
    ],
  },
  "38-settlements-are-posted": {
    what: "what a provider kept is posted as our goodwill",
    acts: [wrongAccount("provider_settled", { from: "psp_fee" }, "goodwill")],
  },
  "39-event-acts-are-posted": {
    what: "a provider's fee that was taken back is posted as our goodwill",
    acts: [wrongAccount("settlement_event_reversed", { to: "psp_fee" }, "goodwill")],
  },
  "40-moved-balances-equal-sums": {
    what: "the balance of an account that was moved since the last checkpoint is raised by a cent",
    acts: [
      sql`
        update ledger_account set credits = credits + 1 where id = (
          select m.credit_account from ledger_transfer m join ledger_account a on a.id = m.credit_account
          where a.code = 'creator_available' and m.transaction_id > ${SINCE} limit 1
        )`,
    ],
  },
  "41-checkpoints-hold": {
    what: "a posting before a checkpoint says that it was made a second later",
    acts: [one("ledger_transaction", "created_at = created_at + interval '1 second'", "true", "id")],
  },
  "42-checkpoint-sums": {
    what: "what a checkpoint says of an account is a cent more",
    acts: [one("ledger_account_marks", "credits = credits + 1", "true")],
  },
  "43-settlement-exceptions": {
    what: "an event that fits nothing waits for nobody",
    acts: [sql`delete from settlement_exceptions where reason = 'unknown_payment'`],
  },
  "50-every-transaction-is-numbered": {
    what: "a document number is of a posting that there is not",
    acts: [
      sql`
        update journal_numbers set transaction_id = -1
        where transaction_id = (select min(id) from ledger_transaction where kind = 'payout_requested')`,
    ],
  },
  "51-document-numbers-have-no-gaps": {
    what: "a document number was left out",
    acts: [one("journal_numbers", "number = number + 1", "true", "month desc, number desc")],
  },
  "52-paid-tips-are-counted": {
    what: "a day has a tip more than were paid on it",
    acts: [one("daily_payment_totals", "tips_count = tips_count + 1", "true")],
  },
  "53-group-tips-are-split": {
    what: "a group has a tip more than were paid to it, so that a member loses their turn",
    acts: [one("grouplists", "tips_paid = tips_paid + 1", "tips_paid > 0")],
  },
  "54-vouchers-as-posted": {
    what: "an expired voucher is posted as a fee",
    acts: [wrongAccount("voucher_expired", { to: "breakage_revenue" }, "service_fee_revenue")],
  },
  "55-vouchers-stand": {
    what: "a redeemed voucher matures a day later than what its creator was credited with",
    acts: [one("vouchers", "matures_at = matures_at + interval '1 day'", "status = 'REDEEMED'")],
  },
  "56-vouchers-are-owed": {
    what: "an open voucher counts as expired, and its money is still owed",
    acts: [
      one(
        "vouchers",
        "status = 'EXPIRED', ended_at = now(), code_encrypted = null",
        "status = 'VALID' and disputed_at is null",
      ),
    ],
  },
  "57-owners-agree": {
    what: "a payout goes to another creator's account",
    acts: [
      one(
        "payouts",
        "details_id = (select d.id from payout_destinations d where d.user_id <> payouts.creator_id limit 1)",
        "true",
      ),
    ],
  },
  "58-chain-holds": {
    what: "an operator's act says that it was about less money",
    acts: [one("operator_acts", "worth_eur_minor = worth_eur_minor / 2", "worth_eur_minor > 1")],
  },
  "59-corrections-as-posted": {
    what: "our own money that was paid in is posted as our goodwill",
    acts: [wrongAccount("correction_posted", { to: "own_funds" }, "goodwill")],
  },
  "60-corrections-were-approved": {
    what: "a correcting entry says that another operator made it",
    acts: [
      one(
        "ledger_corrections",
        "made_by = (select id from users where id <> ledger_corrections.made_by and role = 'ADMIN' limit 1)",
        "true",
      ),
    ],
  },
  "61-bank-agrees": {
    what: "a booking of our bank that the books do not have waits for nobody",
    acts: [
      sql`
        update bank_exceptions set settled_at = now(), settled_reason = 'known',
          settled_by = (select id from users where role = 'ADMIN' limit 1)
        where settled_at is null`,
    ],
  },
  "68-bank-is-heard": {
    what: "the bank's only statement is of months ago",
    acts: [
      one(
        "bank_statements",
        "imported_at = imported_at - interval '200 days', closing_on = closing_on - 200",
        "closing_on is not null",
      ),
      sql`select append_chain_entry('STATEMENT', id::text, chain_digest(s)) from bank_statements s`,
    ],
  },
  "66-postings-take-effect-in-time": {
    what: "a posting since the last checkpoint takes effect a year earlier",
    acts: [
      one(
        "ledger_transaction",
        "effective_at = effective_at - interval '1 year'",
        "kind = 'dispute_opened' and id > (select max(upto_transaction) from ledger_checkpoints)",
      ),
    ],
  },
  "67-causes-as-checked": {
    what: "a payment of before the last checkpoint names another one of its provider's",
    acts: [
      one(
        "payments",
        "provider_ref = 'another'",
        `id in (select cause_id from ledger_transaction where kind = 'tip_paid'
          and id <= (select max(upto_transaction) from ledger_checkpoints))`,
      ),
    ],
  },
  "70-shares-as-passed": {
    what: "a share that was passed on since the last checkpoint went at another time",
    acts: [
      one(
        "direct_transfers",
        "ended_at = ended_at - interval '1 day'",
        `state = 'SENT' and id in (select cause_id from ledger_transaction
          where id > (select max(upto_transaction) from ledger_checkpoints))`,
      ),
    ],
  },
  "71-shares-are-passed-on": {
    what: "a share waits for a day that no exception names",
    acts: [
      one(
        "direct_transfers",
        "problem = null, created_at = created_at - interval '1 day', state = 'OPEN'",
        "state = 'REFUSED'",
      ),
    ],
  },
  "72-shares-as-planned": {
    what: "a share is to be sent for another payment",
    acts: [
      one(
        "direct_transfers",
        "payment_id = (select id from payments p where p.is_transferred and p.id <> direct_transfers.payment_id limit 1)",
        "state = 'REFUSED'",
      ),
    ],
  },
  "69-direct-money-passes": {
    what: "a share that the fan paid its creator directly waits",
    acts: [
      one(
        "tip_allocations",
        "pending_minor = 1",
        "payment_id in (select id from payments where account_ref is not null)",
      ),
    ],
  },
};
