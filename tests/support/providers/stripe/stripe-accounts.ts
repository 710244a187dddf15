import type { StripeBalance } from "./stripe-balance.ts";
import { invalid, missing, StripeProblem } from "./stripe-form.ts";
import { newId } from "./stripe-names.ts";
import { APPLICATION, accountObject, feeObject, feeRefundObject, payoutObject } from "./stripe-objects.ts";

import type { ConnectedAccount, Fee, FeeRefund, Payout, Requirements } from "./stripe-shapes.ts";

const NOTHING_DUE: Requirements = {
  ...{ currently_due: [], past_due: [], current_deadline: null, disabled_reason: null },
};
const AT_FIRST = [
  "business_type",
  "external_account",
  "tos_acceptance.date",
  "individual.verification.document",
];

/** The platform's connected accounts, their onboarding and payouts, and what it earns by them. */
export class StripeAccounts {
  readonly #accounts = new Map<string, ConnectedAccount>();
  readonly #revoked = new Set<string>();
  readonly #links = new Map<string, { account: string; return_url: string; refresh_url: string }>();
  readonly #used = new Set<string>();
  readonly #fees = new Map<string, Fee>();
  readonly #now: () => number;
  readonly #balance: StripeBalance;
  readonly #tell: (type: string, about: object, account: string) => void;

  constructor(
    now: () => number,
    balance: StripeBalance,
    tell: (type: string, about: object, account: string) => void,
  ) {
    this.#now = now;
    this.#balance = balance;
    this.#tell = tell;
  }

  get(id: string): ConnectedAccount {
    const account = this.#accounts.get(id);
    if (account && !this.#revoked.has(id)) return account;
    const message = `The provided key does not have access to account '${id}' (or it does not exist).`;
    throw new StripeProblem(403, { type: "invalid_request_error", code: "account_invalid", message });
  }

  create(form: {
    country: string;
    default_currency: string;
    email: string;
    controller: object;
    metadata: Record<string, string>;
  }): ConnectedAccount {
    const { country, default_currency: currency, email, controller, metadata } = form;
    const account: ConnectedAccount = {
      ...{ id: newId("acct"), created: this.#now(), country, currency, email, controller, metadata },
      ...{ takesPayments: false, paysOut: false, isSubmitted: false, person: null, payouts: [] },
      requirements: { ...NOTHING_DUE, currently_due: AT_FIRST, disabled_reason: "requirements.past_due" },
      future: NOTHING_DUE,
    };
    this.#accounts.set(account.id, account);
    return account;
  }

  /** Something became known of an account, or is wanted. */
  update(id: string, change: Partial<Omit<ConnectedAccount, "id">>): void {
    const account = Object.assign(this.get(id), change);
    this.#tell("account.updated", accountObject(account), id);
  }

  /** Stripe wants something by a day. */
  require(id: string, names: readonly string[], by: Date): void {
    const current_deadline = Math.trunc(by.getTime() / 1000);
    this.update(id, { requirements: { ...NOTHING_DUE, currently_due: names, current_deadline } });
  }

  /** Its creator took our access away. */
  revoke(id: string): void {
    this.#revoked.add(id);
    const application = { id: APPLICATION, object: "application", name: "Tribute" };
    this.#tell("account.application.deauthorized", application, id);
  }

  delete(id: string): void {
    this.get(id);
    this.#revoked.add(id);
  }

  link(form: { account: string; return_url: string; refresh_url: string }): string {
    this.get(form.account);
    const id = newId("link");
    this.#links.set(id, form);
    return id;
  }

  /** Where it leads: a link works once, and a used one to where a new one is made. */
  followLink(id: string, how: "finish" | "leave"): string {
    const link = this.#links.get(id);
    if (!link) throw missing("account_link", id);
    const isUsed = this.#used.has(id);
    this.#used.add(id);
    if (isUsed) return link.refresh_url;
    if (how === "finish")
      this.update(link.account, {
        ...{ takesPayments: true, paysOut: true, isSubmitted: true, requirements: NOTHING_DUE },
      });
    return link.return_url;
  }

  hasLink(id: string): boolean {
    return this.#links.has(id) && !this.#used.has(id);
  }

  payOut(id: string, amount: number, status = "paid"): Payout {
    const account = this.get(id);
    const created = this.#now();
    const payout: Payout = {
      ...{ id: newId("po"), created, amount, currency: account.currency, status },
      ...{ arrival_date: created, failure_code: status === "failed" ? "account_closed" : null },
    };
    account.payouts.unshift(payout);
    this.#tell(
      status === "paid" || status === "failed" ? `payout.${status}` : "payout.created",
      payoutObject(payout),
      id,
    );
    return payout;
  }

  /** A charge of an account was paid: the platform's part goes to the platform. */
  earn(account: string, charge: string, amount: number, currency: string): string {
    const id = newId("fee");
    const fee: Fee = { id, created: this.#now(), account, charge, amount, currency, refunds: [] };
    this.#fees.set(id, fee);
    this.#balance.earn({ id, object: () => feeObject(fee) }, amount, currency);
    return id;
  }

  fee(id: string): Fee {
    const fee = this.#fees.get(id);
    if (!fee) throw missing("application_fee", id);
    return fee;
  }

  refundFee(id: string, amount: number, metadata: Record<string, string>): object {
    const fee = this.fee(id);
    const left = fee.refunds.reduce((rest, each) => rest - each.amount, fee.amount);
    if (amount > left) throw invalid(`more than the ${left} left of the fee`, "amount_too_large", "amount");
    const refund: FeeRefund = { id: newId("fr"), created: this.#now(), amount, metadata };
    fee.refunds.unshift(refund);
    const object = () => feeRefundObject(fee, refund);
    this.#balance.earn({ id: refund.id, object }, -amount, fee.currency);
    return object();
  }
}
