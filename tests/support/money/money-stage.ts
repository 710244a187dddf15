import { sql } from "kysely";
import { expect } from "vitest";
import { deleteAccount, requestDeletion } from "../../../app/domain/auth/deletion.server.ts";
import { writeOff } from "../../../app/domain/earnings/debts.server.ts";
import { releaseDueFunds } from "../../../app/domain/earnings/maturing.server.ts";
import { minor } from "../../../app/domain/money/minor.ts";
import { processRefund, processTransfers } from "../../../app/domain/payment-updates/handle-events.server.ts";
import type { Payment } from "../../../app/domain/payments/payment-record.server.ts";
import { takeBankResults } from "../../../app/domain/payouts/bank-files/bank-results.server.ts";
import { payoutReference } from "../../../app/domain/payouts/bank-files/payout-files.ts";
import {
  dropReportedReturn,
  markBounced,
  markFailed,
  markPaid,
} from "../../../app/domain/payouts/batches/transitions.server.ts";
import {
  giveUpLeft,
  payOutLocked,
  requestWithdrawal,
} from "../../../app/domain/payouts/requests/withdrawals.server.ts";
import { refundTip } from "../../../app/domain/refunds/refunds.server.ts";
import { retryShares } from "../../../app/domain/transfers/send-transfers.server.ts";
import { setCurrency } from "../../../app/domain/users/settings.server.ts";
import { all } from "../database/at-once.ts";
import { payDirectly, payToUs } from "./direct-creators.ts";
import { emailOf, mailedLink } from "./email-changes.ts";
import { addMember, beginGroupTip, createGroup, type Group, removeMember } from "./groups.ts";
import { correctCreator } from "./money-corrections.ts";
import { MoneyModel } from "./money-model.ts";
import {
  CURRENCIES,
  type Currency,
  currencyOf,
  type GivenTip,
  type MoneyStep,
  type Told,
  wayOf,
} from "./money-steps.ts";
import {
  acceptPayoutData,
  approveAbout,
  batchUp,
  makeOperator,
  type PayoutWorld,
  payoutsOf,
} from "./payout-world.ts";
import { askRefund, by, refundsOf } from "./refund-world.ts";
import {
  beginTip,
  type Creator,
  createCreator,
  DAY_SECONDS,
  moveAccount,
  paymentOf,
  tell,
} from "./tip-world.ts";

/** The product and the paper, side by side. Operators come in pairs: what one asks for, the other approves. */
export class MoneyStage {
  readonly #model: MoneyModel;
  readonly #told: Told[] = [];
  readonly #begun: Told[] = [];
  readonly #world: PayoutWorld;
  readonly #creators: readonly Creator[];
  readonly #group: Group;
  readonly #operator: string;
  readonly #colleague: string;
  #joins = 0;

  private constructor(world: PayoutWorld, group: Group, [one, other]: [string, string]) {
    this.#world = world;
    this.#creators = group.members;
    this.#group = group;
    this.#model = new MoneyModel(group.members.map(({ currency }) => currency));
    [this.#operator, this.#colleague] = [one, other];
  }

  static async open(world: PayoutWorld): Promise<MoneyStage> {
    const creators = await all(["EUR", "USD", "EUR"], async (currency) => {
      const creator = await createCreator(world, { currency });
      await acceptPayoutData(world, creator);
      return creator;
    });
    const group = await createGroup(world, creators);
    return new MoneyStage(world, group, [await makeOperator(world), await makeOperator(world)]);
  }

  async take(step: MoneyStep): Promise<void> {
    if (step.action === "tip") return await this.#tip(step);
    if (step.action === "group_tip") return await this.#groupTip(step);
    if (step.action === "member") return await this.#joinOrLeave(step.who);
    if (step.action === "money_model") return await this.#changeModel(step.who);
    if (step.action === "group_model") return await this.#changeGroup(step.isDirect);
    if (step.action === "days") return await this.#days(step.days);
    if (step.action === "settle") return await this.#settle(step.who, step.isPaid);
    if (step.action === "bounce") return await this.#bounce(step.who);
    if (step.action === "report_return") return await this.#reportReturn(step.who);
    if (step.action === "leave") return await this.#leave(step.who);
    if (step.action === "arrive") return await this.#arrive(step.which);
    if (step.action === "arrive_locked") return await this.#arriveLocked(step.which, step.who);
    if (step.action === "withdraw") {
      const currency = currencyOf(step.currency);
      const { available } = this.#model.purse(step.who, currency);
      return await this.#withdraw(step.who, currency, Math.trunc((available * step.percent) / 100));
    }
    const both = [this.#operator, this.#colleague] as const;
    if (step.action === "correct")
      return await correctCreator(this.#world, both, this.#creator(step.who), this.#model, step);
    if ("currency" in step) return await this.#say(step.action, step.who, currencyOf(step.currency));
    const index = this.#told.length === 0 ? -1 : step.which % this.#told.length;
    const told = this.#told[index];
    if (!told) return;
    if (step.action === "pass") await this.#pass(told, step.ends);
    else if (step.action === "refund_fails") await this.#failRefund(index, told);
    else if ("dispute" in step) await this.#hear(index, told, step.action, step.dispute);
    else if (step.action === "share_refund") await this.#giveShareBack(index, told, step.who, step.percent);
    else if (step.action === "refund") await this.#refund(index, told, step.percent);
    else await this.#giveBack(index, told, step.percent);
  }

  /** What was passed on arrives, also what a provider refused. */
  async passAll(): Promise<void> {
    for (const { id } of this.#creators) await retryShares(this.#world, id);
    for (const { payment } of this.#told)
      if (payment.is_transferred) await processTransfers(this.#world, payment.id);
  }

  /** One share on its way may be refused, or its answer be missing; the paper knows no ways. */
  async #pass({ payment }: Told, ends: "well" | "refused" | "unavailable" | "lost_answer"): Promise<void> {
    if (!payment.is_transferred) return;
    const { rows } = await sql<{ call: "transfer" | "reversal" }>`
      select 'transfer' as call from direct_transfers t where t.payment_id = ${payment.id} and t.state in ('OPEN', 'ASKED')
        and not exists (select from disputes d where d.payment_id = t.payment_id and d.status = 'OPEN')
      union all
      select 'reversal' from direct_reversals v join direct_transfers t on t.id = v.transfer_id
      where t.payment_id = ${payment.id} and v.state in ('OPEN', 'ASKED') and t.state = 'SENT' limit 1`.execute(
      this.#world.db,
    );
    const [first] = rows;
    const isLoss = first?.call === "reversal" && ends === "refused";
    if (!first || ends === "well" || isLoss) return await processTransfers(this.#world, payment.id);
    this.#world.provider.failNext(first.call, ends);
    const passing = processTransfers(this.#world, payment.id);
    await (ends === "refused" ? passing : expect(passing).rejects.toThrow(/^scripted: /));
  }

  /** Every balance and every status, the product's and the model's. What waits to be passed on is the creator's, too. */
  async compare(): Promise<void> {
    const { rows } = await sql<{ id: string; status: string; balances: Record<string, number> | null }>`
      select u.id, u.status, (
        select jsonb_object_agg(code || ' ' || currency, amount) from (
          select code, currency, sum(amount) as amount from (
          select case a.code when 'creator_transfer' then 'creator_direct' else a.code end as code, a.currency, sum(case a.normal_side when 'DEBIT' then a.debits - a.credits else a.credits - a.debits end) as amount
          from ledger_account a where a.owner = u.id::text and a.owner <> ''
          group by 1, 2
          union all
          select a.code, a.currency, sum(case when m.credit_account = a.id then m.amount_minor else -m.amount_minor end)
          from ledger_account a join ledger_transfer m on a.id in (m.credit_account, m.debit_account)
          where a.owner = u.id::text and a.code = 'creator_direct' group by 1, 2
          ) as each group by 1, 2 having sum(amount) <> 0
        ) as own) as balances
      from users u where u.id = any(${this.#creators.map(({ id }) => id)}::uuid[])`.execute(this.#world.db);
    for (const [index, { id }] of this.#creators.entries()) {
      const said = rows.find((row) => row.id === id);
      expect(said?.balances ?? {}, `creator ${index}`).toEqual(this.#model.balances(index));
      expect(said?.status, `creator ${index}`).toBe(this.#model.status(index));
    }
  }

  async #tip(step: GivenTip): Promise<void> {
    const { currency, hasLeft } = this.#model.of(step.who);
    if (hasLeft) return;
    const type = wayOf(currency, step.way);
    const creator = { ...this.#creator(step.who), currency };
    const payment = await beginTip(this.#world, creator, { amount: step.amount, type });
    await this.#begin(step, { payment, creators: [step.who], isGroups: false, type });
  }

  /** To the members whom the fan did not leave out; to all of them where that would be nobody. */
  async #groupTip(step: GivenTip): Promise<void> {
    const members = this.#model.sharers;
    const chosen = members.filter((each) => ((step.who >> each) & 1) === 0);
    const creators = chosen.length > 0 ? chosen : members;
    if (creators.length === 0) return;
    const type = wayOf(this.#group.currency, step.way);
    const group = { ...this.#group, members: members.map((each) => this.#creator(each)) };
    const payment = await beginGroupTip(this.#world, group, {
      ...{ amount: Math.max(step.amount, creators.length * 1_00), type },
      ...(creators === members ? {} : { chosen: creators.map((each) => this.#creator(each)) }),
    });
    await this.#begin(step, { payment, creators, isGroups: true, type });
  }

  async #begin({ percents, isLate }: GivenTip, begun: Omit<Told, "names" | "refunds">): Promise<void> {
    const part = (percent: number) => Math.max(1, Math.trunc((begun.payment.charged_minor * percent) / 100));
    this.#begun.push({ ...begun, names: [part(percents[0]), part(percents[1])], refunds: [] });
    if (!isLate) await this.#arrive(this.#begun.length - 1);
  }

  /** Into the group as its newest member, or out of it. */
  async #joinOrLeave(who: number): Promise<void> {
    const { group } = this.#model;
    if (this.#model.of(who).hasLeft) return;
    this.#joins += 1;
    const isIn = group.members.includes(who);
    if (isIn) await removeMember(this.#world, this.#group, this.#creator(who));
    else await addMember(this.#world, this.#group.id, this.#creator(who), 10 + this.#joins);
    group.members = isIn ? group.members.filter((each) => each !== who) : [...group.members, who];
  }

  /** From now on fans pay them directly, or into our account again; what was begun goes on as it began. */
  async #changeModel(who: number): Promise<void> {
    const own = this.#model.of(who);
    if (own.hasLeft) return;
    own.isDirect = !own.isDirect;
    await (own.isDirect ? payDirectly : payToUs)(this.#world, this.#creator(who));
  }

  async #changeGroup(isDirect: boolean): Promise<void> {
    this.#model.group.isDirect = isDirect;
    await this.#world.db
      .updateTable("grouplists")
      .set({ money_model: isDirect ? "DIRECT" : "HELD" })
      .where("id", "=", this.#group.id)
      .execute();
  }

  /** Money of a payment that was begun: credited to who can receive of those whose it is, or given back. */
  async #arrive(which: number, locked: readonly number[] = []): Promise<void> {
    const [told] = this.#begun.length === 0 ? [] : this.#begun.splice(which % this.#begun.length, 1);
    if (!told) return;
    const { creators, type, names, isGroups } = told;
    const outcome = await tell(this.#world, told.payment);
    const payment = await paymentOf(this.#world, told.payment.id);
    const now = this.#world.clock().getTime();
    const isOf = isGroups
      ? this.#model.groupTip(
          creators,
          locked,
          this.#creators.map(({ id }) => id),
          payment,
          type,
          names,
          now,
        )
      : this.#model.tip(creators[0] ?? 0, locked, payment, type, names, now);
    expect(outcome).toBe(isOf ? "settled" : "refunding_receiver_cannot_receive");
    if (isOf) this.#told.push({ ...told, payment });
    else await this.#finishRefunds(payment);
  }

  /** The same while an operator has somebody locked. */
  async #arriveLocked(which: number, who: number): Promise<void> {
    const { id } = this.#creator(who);
    const status = this.#model.status(who);
    if (status === "LOCKED") return await this.#arrive(which);
    await moveAccount(this.#world, id, ["LOCKED"]);
    await this.#arrive(which, [who]);
    await moveAccount(this.#world, id, [status]);
  }

  async #days(days: number): Promise<void> {
    await this.passAll();
    this.#world.time.passSeconds(days * DAY_SECONDS);
    await releaseDueFunds(this.#world.db, this.#world.clock());
    this.#model.mature(this.#world.clock().getTime());
  }

  async #withdraw(who: number, currency: Currency, amount: number): Promise<void> {
    const world = this.#world;
    const user_id = this.#creator(who).id;
    const { hasLeft } = this.#model.of(who);
    // What is held back of who owes goes by the day's rates (debt-set-offs.test.ts).
    if (this.#model.owes(who)) return;
    // Who has left is paid out by an operator, and then all of it.
    const outcome = hasLeft
      ? await payOutLocked(world, { user_id, operator_id: this.#operator, currency })
      : await requestWithdrawal(world, { user_id, currency, amount_minor: minor(amount) });
    const wanted = hasLeft ? this.#model.purse(who, currency).available : amount;
    const said = outcome.outcome === "refused" ? outcome.reason : outcome.outcome;
    expect(said).toBe(this.#model.withdraw(who, currency, wanted));
  }

  async #settle(who: number, isPaid: boolean): Promise<void> {
    const world = this.#world;
    const open = (await payoutsOf(world, this.#creator(who))).find(
      ({ status }) => status === "REQUESTED" || status === "PROCESSING",
    );
    if (!open) return;
    const isWaiting = open.status === "REQUESTED";
    // Whoever owes by now is not paid: what they asked for can only be given back.
    if (isWaiting && isPaid && this.#model.status(who) === "CHARGEBACK") return;
    const order = { rail: open.rail, currency: open.currency as Currency };
    if (isWaiting && isPaid) await batchUp(world, this.#operator, { ...order, releaser: this.#colleague });
    const given = { payout_id: open.id, operator_id: this.#operator, reason: "Account closed" };
    const outcome = await (isPaid
      ? markPaid(world, { ...given, operator_id: this.#colleague })
      : markFailed(world, given));
    await this.#approve(outcome.outcome, `payout:${open.id}`);
    this.#model.settle(who, isPaid);
  }

  async #bounce(who: number): Promise<void> {
    const paid = (await payoutsOf(this.#world, this.#creator(who))).find(({ status }) => status === "PAID");
    if (!paid) return;
    const given = { payout_id: paid.id, operator_id: this.#operator, reason: "Moved away" };
    const { outcome } = await markBounced(this.#world, given);
    expect(["done", "waiting"]).toContain(outcome);
    await this.#approve(outcome, `payout:${paid.id}`);
    this.#model.bounce(who, paid.currency, paid.amount_minor);
  }

  /** A table of results tells of a return: nobody's money moves, whatever becomes of it. */
  async #reportReturn(who: number): Promise<void> {
    const [world, operator_id] = [this.#world, this.#colleague];
    const payouts = await payoutsOf(world, this.#creator(who));
    const payout = payouts.find(({ status, batch_id }) => status === "PAID" && batch_id !== null);
    if (!payout?.batch_id) return;
    if (payout.return_reported_at !== null) {
      const dropped = { payout_id: payout.id, operator_id, reason: "The bank knows nothing of it" };
      expect(await dropReportedReturn(world, dropped)).toBe("done");
      return;
    }
    const bytes = Buffer.from(`end_to_end_id,status\n${payoutReference(payout.id)},returned\n`);
    const taken = await takeBankResults(world, { batch_id: payout.batch_id, operator_id, bytes });
    expect(taken).toMatchObject({ report: { reported: 1, applied: 0 } });
  }

  /** The provider takes back that it made the last refund. */
  async #failRefund(index: number, { payment, refunds }: Told): Promise<void> {
    const made = (await refundsOf(this.#world, payment)).filter(({ status }) => status === "DONE");
    const last = made.at(-1);
    if (!last || refunds.length > 0 || !this.#model.tips[index]?.tip.failLastRefund()) return;
    const news = { refundId: last.id, state: "FAILED", amountMinor: last.amount_minor } as const;
    await tell(this.#world, payment, { refunds: [news] });
  }

  async #say(action: "move" | "write_off" | "give_up", who: number, currency: Currency): Promise<void> {
    const [world, model, { id }] = [this.#world, this.#model, this.#creator(who)];
    const by = { operator_id: this.#operator, currency, reason: "test" };
    if (action === "move") {
      if (model.of(who).hasLeft) return;
      expect(await setCurrency(world.db, id, currency, world.clock())).toBe(model.move(who, currency));
    } else if (action === "give_up") {
      expect(await giveUpLeft(world, { user_id: id, ...by })).toBe(model.giveUp(who, currency));
    } else {
      const outcome = await writeOff(world, { creator_id: id, ...by });
      await this.#approve(outcome, `user:${id}:${currency}`);
      expect(outcome === "waiting" ? "written_off" : outcome).toBe(model.writeOff(who, currency));
    }
  }

  /** Waits until all has matured, takes everything along that can be paid out, and leaves if nothing is open. */
  async #leave(who: number): Promise<void> {
    if (this.#model.of(who).hasLeft) return;
    const creator = this.#creator(who);
    await this.#days(15);
    for (const currency of CURRENCIES) {
      await this.#withdraw(who, currency, this.#model.purse(who, currency).available);
      await this.#settle(who, true);
    }
    await this.passAll();
    const asked = await requestDeletion(this.#world, creator.id);
    if (asked !== "sent") return expect(asked).toBe(this.#model.leave(who));
    const token = await mailedLink(this.#world, "deletion", await emailOf(this.#world, creator));
    const outcome = await deleteAccount(this.#world, { user_id: creator.id, token, forfeits: true });
    expect(outcome).toBe(this.#model.leave(who));
  }

  async #refund(index: number, { payment }: Told, percent: number): Promise<void> {
    const { tip } = this.#model.tips[index] ?? {};
    if (!tip) return;
    const amount = Math.max(1, Math.trunc((tip.whole.tip * percent) / 100));
    const by = { role: "OPERATOR", user_id: this.#operator, reason: "test", pays_rest: false } as const;
    const outcome = await refundTip(this.#world, {
      ...{ payment_id: payment.id, amount_minor: minor(amount), by },
      seen_left_minor: minor(tip.whole.tip - tip.refundedTip),
    });
    const said = outcome.outcome === "refused" ? outcome.reason : "refunding";
    expect(said).toBe(tip.take({ kind: "refund", amount }));
    await this.#approve(outcome.outcome, `payment:${payment.id}`);
    await this.#finishRefunds(payment);
  }

  /** A member gives back of their own share. */
  async #giveShareBack(
    index: number,
    { payment, isGroups }: Told,
    who: number,
    percent: number,
  ): Promise<void> {
    const { creators = [], tip } = this.#model.tips[index] ?? {};
    const share = creators.indexOf(who);
    if (!tip || !isGroups || share === -1) return;
    const amount = Math.max(1, Math.trunc(((tip.shares[share]?.whole ?? 0) * percent) / 100));
    const seen = tip.leftOf(share);
    const said = await askRefund(this.#world, payment, by(this.#creator(who)), amount, seen);
    const now = this.#world.clock().getTime();
    expect(/-/.test(said) ? "refunding" : said).toBe(this.#model.giveBack(index, who, amount, now));
    await this.#finishRefunds(payment);
  }

  async #giveBack(index: number, { payment, refunds }: Told, percent: number): Promise<void> {
    const amount = Math.max(1, Math.trunc((payment.charged_minor * percent) / 100));
    refunds.push({ refundId: `back-office-${refunds.length}`, state: "DONE", amountMinor: amount });
    await tell(this.#world, payment, { refunds });
    this.#model.tips[index]?.tip.take({ kind: "provider_refund", amount });
  }

  async #hear(index: number, told: Told, kind: "open" | "won" | "lost", dispute: 0 | 1): Promise<void> {
    const state = ({ open: "OPEN", won: "WON", lost: "LOST" } as const)[kind];
    const disputes = [{ disputeRef: `dispute-${dispute}`, state, amountMinor: told.names[dispute] }];
    await tell(this.#world, told.payment, { refunds: told.refunds, disputes });
    this.#model.tips[index]?.tip.take({ kind, dispute });
  }

  /** What takes two operators is approved by the second. */
  async #approve(outcome: string, subject: string): Promise<void> {
    if (outcome === "waiting")
      expect(await approveAbout(this.#world, subject, this.#colleague)).toBe("approved");
  }

  async #finishRefunds(payment: Payment): Promise<void> {
    for (const { id, status } of await refundsOf(this.#world, payment))
      if (status === "REQUESTED") await processRefund(this.#world, id);
  }

  #creator(index: number): Creator {
    const creator = this.#creators[index];
    if (!creator) throw new Error(`there is no creator ${index}`);
    return creator;
  }
}
