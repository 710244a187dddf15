import type { StripeAccounts } from "./stripe-accounts.ts";
import {
  accountForm,
  balanceQuery,
  chargeForm,
  customerForm,
  feeRefundForm,
  invalid,
  linkForm,
  listQuery,
  missing,
  nothing,
  ofPaymentQuery,
  pageQuery,
  readFields,
  refundForm,
  reversalForm,
  StripeProblem,
  sessionForm,
  sessionQuery,
  sessionsQuery,
  setUpForm,
  transferForm,
  transfersQuery,
} from "./stripe-form.ts";
import { newId } from "./stripe-names.ts";
import {
  accountObject,
  chargeObject,
  customerObject,
  disputeObject,
  feeObject,
  intentObject,
  methodObject,
  pageObject,
  payoutObject,
  refundObject,
  setUpObject,
} from "./stripe-objects.ts";
import type { StripeBooks } from "./stripe-state.ts";
import { StripeTransfers } from "./stripe-transfers.ts";

export interface Asked {
  method: string;
  pathname: string;
  fields: object;
  /** The connected account that it is about; null for the platform's own. */
  account: string | null;
}

interface Kept {
  books: StripeBooks;
  accounts: StripeAccounts;
  booksOf(account: string): StripeBooks;
  now(): number;
  /** Of its pages, without a trailing slash. */
  origin(): string;
}

/** What the API does and shows, by method and address. */
export class StripeApi {
  readonly #kept: Kept;
  readonly #transfers: StripeTransfers;

  constructor(kept: Kept) {
    this.#kept = kept;
    this.#transfers = new StripeTransfers(kept);
  }

  urlOf({ id }: { id: string }): string {
    return `${this.#kept.origin()}/c/pay/${id}`;
  }

  act(request: Asked): object {
    const { accounts } = this.#kept;
    const { pathname, fields, account } = request;
    const own = this.#booksOf(account);
    const [, , kind, second = "", third = "", fourth] = pathname.split("/");
    if (pathname === "/v1/customers") {
      const { metadata = {}, email } = readFields(fields, customerForm);
      const id = newId("cus");
      own.customers.set(id, { email });
      return customerObject(id, this.#kept.now(), email, metadata);
    }
    if (pathname === "/v1/checkout/sessions") {
      if (account !== null && !accounts.get(account).takesPayments)
        throw new StripeProblem(400, {
          ...{ type: "invalid_request_error", message: "Your account cannot currently make charges." },
        });
      if ("mode" in fields && fields.mode === "setup") {
        const setUp = own.openSetUp(readFields(fields, setUpForm));
        return setUpObject(setUp, this.urlOf(setUp), false);
      }
      const page = own.open(readFields(fields, sessionForm));
      return pageObject(page, this.urlOf(page));
    }
    if (pathname === "/v1/refunds") {
      const { payment_intent, amount, metadata } = readFields(fields, refundForm);
      return refundObject(own.intent(payment_intent).page, own.refund(payment_intent, amount, metadata));
    }
    if (account === null && kind === "transfers")
      return third === "reversals"
        ? this.#transfers.reverse(second, readFields(fields, reversalForm))
        : this.#transfers.create(readFields(fields, transferForm));
    if (account === null && (kind === "accounts" || kind === "account_links" || kind === "application_fees"))
      return this.#actOnPlatform(request);
    if (pathname === "/v1/payment_intents") {
      const page = own.charge(readFields(fields, chargeForm));
      if (page.intent) return intentObject(page, page.intent);
    }
    readFields(fields, nothing);
    if (kind === "payment_methods" && third === "detach") {
      const method = own.method(second);
      if (method.customer === null) throw invalid("it is not attached", "payment_method_unexpected_state");
      method.customer = null;
      return methodObject(method);
    }
    if (kind === "customers" && request.method === "DELETE") {
      if (!own.customers.delete(second)) throw missing("customer", second);
      return { id: second, object: "customer", deleted: true };
    }
    if (kind === "checkout" && second === "sessions" && fourth === "expire") {
      const page = own.expire(third);
      return pageObject(page, this.urlOf(page));
    }
    if (kind === "payment_intents" && third === "cancel") return own.cancel(second);
    throw unknownAddress(pathname);
  }

  #actOnPlatform({ method, pathname, fields }: Asked): object {
    const { accounts } = this.#kept;
    const [, , kind, id = "", what] = pathname.split("/");
    if (kind === "account_links") {
      const link = accounts.link(readFields(fields, linkForm));
      const url = `${this.#kept.origin()}/setup/e/${link}`;
      return { object: "account_link", created: this.#kept.now(), expires_at: this.#kept.now() + 300, url };
    }
    if (kind === "application_fees" && what === "refunds") {
      const { amount, metadata } = readFields(fields, feeRefundForm);
      return accounts.refundFee(id, amount, metadata);
    }
    if (kind === "accounts" && method === "DELETE") {
      accounts.delete(id);
      return { id, object: "account", deleted: true };
    }
    if (pathname === "/v1/accounts") return accountObject(accounts.create(readFields(fields, accountForm)));
    throw unknownAddress(pathname);
  }

  look({ pathname, fields, account }: Asked): object {
    const { accounts } = this.#kept;
    const own = this.#booksOf(account);
    const [, , kind, id = "", third] = pathname.split("/");
    const setUp = own.setUp(third ?? "");
    if (kind === "checkout" && setUp) {
      const { expand = [] } = readFields(fields, sessionQuery);
      return setUpObject(setUp, this.urlOf(setUp), expand.includes("setup_intent.payment_method"));
    }
    if (kind === "payment_intents" && id !== "") {
      const { page, intent } = own.intent(id);
      const { expand = [] } = readFields(fields, sessionQuery);
      return intentObject(page, intent, expand.includes("latest_charge"));
    }
    if (kind === "payment_methods" && id !== "") return methodObject(own.method(id));
    if (kind === "checkout" && third !== undefined) {
      const page = own.page(third);
      const { expand = [] } = readFields(fields, sessionQuery);
      return pageObject(page, this.urlOf(page), expand.includes("payment_intent.latest_charge"));
    }
    if (kind === "accounts" && id !== "" && third === undefined) return accountObject(accounts.get(id));
    if (kind === "application_fees" && id !== "" && third === undefined) return feeObject(accounts.fee(id));
    if (account === null && kind === "transfers" && third === "reversals")
      return list(pathname, fields, this.#transfers.listReversals(id));
    return list(pathname, fields, this.#listed(pathname, fields, own, account));
  }

  #listed(pathname: string, fields: object, own: StripeBooks, account: string | null) {
    switch (pathname) {
      case "/v1/checkout/sessions": {
        const { created, payment_intent } = readFields(fields, sessionsQuery);
        return [...own.pages.values()]
          .filter((page) => payment_intent === undefined || page.intent?.id === payment_intent)
          .filter((page) => page.created >= (created?.gte ?? 0) && page.created < (created?.lt ?? Infinity))
          .reverse()
          .map((page) => ({ ...pageObject(page, this.urlOf(page)), id: page.id }));
      }
      case "/v1/payment_intents": {
        const { created } = readFields(fields, sessionsQuery);
        return [...own.pages.values(), ...own.charges.values()]
          .flatMap((page) => (page.intent ? { page, intent: page.intent } : []))
          .filter(
            ({ page }) => page.created >= (created?.gte ?? 0) && page.created < (created?.lt ?? Infinity),
          )
          .reverse()
          .map(({ page, intent }) => ({ ...intentObject(page, intent), id: intent.id }));
      }
      case "/v1/balance_transactions": {
        const { created, expand = [] } = readFields(fields, balanceQuery);
        const told = own.balance.transactions(expand.includes("data.source"));
        return told.filter((each) => each.created >= (created?.gte ?? 0));
      }
      case "/v1/charges": {
        const { created } = readFields(fields, listQuery);
        return [...own.pages.values(), ...own.charges.values()]
          .flatMap((page) => (page.intent?.charge ? { page, charge: page.intent.charge } : []))
          .filter(({ charge }) => charge.created >= (created?.gte ?? 0))
          .reverse()
          .map(({ page, charge }) => ({ ...chargeObject(page, charge), id: charge.id }));
      }
      case "/v1/transfers":
        return this.#transfers.list(readFields(fields, transfersQuery).transfer_group);
      case "/v1/payouts": {
        const { created } = readFields(fields, listQuery);
        const payouts = account === null ? [] : this.#kept.accounts.get(account).payouts;
        return payouts
          .filter((each) => each.created >= (created?.gte ?? 0))
          .map((each) => ({ ...payoutObject(each), id: each.id }));
      }
    }
    const [, customer] = /^\/v1\/customers\/(\w+)\/payment_methods$/.exec(pathname) ?? [];
    if (customer !== undefined)
      return own.methodsOf(customer).map((each) => ({ ...methodObject(each), id: each.id }));
    const { page, intent } = own.intent(readFields(fields, ofPaymentQuery).payment_intent);
    if (pathname === "/v1/refunds")
      return intent.refunds.map((each) => ({ ...refundObject(page, each), id: each.id }));
    if (pathname === "/v1/disputes")
      return intent.disputes.map((each) => ({ ...disputeObject(page, each), id: each.id }));
    throw unknownAddress(pathname);
  }

  #booksOf(account: string | null): StripeBooks {
    return account === null ? this.#kept.books : this.#kept.booksOf(account);
  }
}

export function unknownAddress(pathname: string): StripeProblem {
  const message = `Unrecognized request URL (${pathname})`;
  return new StripeProblem(404, { type: "invalid_request_error", message });
}

/** A part of a list, the newest first. */
function list(url: string, fields: object, items: readonly { id: string }[]): object {
  const { limit, starting_after } = readFields(fields, pageQuery);
  const from = starting_after === undefined ? 0 : items.findIndex(({ id }) => id === starting_after) + 1;
  const data = items.slice(from, from + limit);
  return { object: "list", url, data, has_more: from + limit < items.length };
}
