import { StripeBalance } from "./stripe-balance.ts";
import {
  type ChargeForm,
  invalid,
  missing,
  type SessionForm,
  type SetUpForm,
  StripeProblem,
} from "./stripe-form.ts";
import { newId } from "./stripe-names.ts";
import { chargeObject, disputeObject, intentObject, refundObject } from "./stripe-objects.ts";
import {
  amountOf,
  currencyOf,
  type Dispute,
  type Intent,
  type Method,
  type Page,
  type Refund,
  type SetUp,
} from "./stripe-shapes.ts";

/** What became of something, as an event tells of it. */
export type Tell = (type: string, page: Page, about?: object) => void;

const DAY = 24 * 3600;
/** Currencies that a way to pay takes; a card takes all. */
const TAKEN: Record<string, readonly string[]> = {
  sepa_debit: ["eur"],
  customer_balance: ["eur"],
  pay_by_bank: ["eur", "gbp"],
};

/** The platform's part of a charge, and Stripe's: what takes them, and the name of the fee. */
export type TakeFees = (charge: string, fee: number, currency: string, stripes: number) => string | null;

/** What Stripe keeps of an account: pages, their payments, refunds and disputes. Times are seconds. */
export class StripeBooks {
  readonly pages = new Map<string, Page>();
  /** Charges without a page, as pages that are complete. */
  readonly charges = new Map<string, Page>();
  readonly setUps = new Map<string, SetUp>();
  readonly methods = new Map<string, Method>();
  /** Of methods that are entered from now on. */
  chargesBegin: Method["charges"] = "paid";
  readonly customers = new Map<string, { email?: string | undefined }>();
  readonly balance: StripeBalance;
  /** How a refund begins: one of a bank's takes days. */
  refundsBegin: "succeeded" | "pending" = "succeeded";
  readonly #now: () => number;
  readonly #tell: Tell;
  readonly #tellOfSetUp: (setUp: SetUp) => void;
  readonly #takeFees: TakeFees | null;

  constructor(
    now: () => number,
    tell: Tell,
    tellOfSetUp: (setUp: SetUp) => void,
    takeFees: TakeFees | null = null,
  ) {
    this.#tellOfSetUp = tellOfSetUp;
    this.#now = now;
    this.#tell = tell;
    this.#takeFees = takeFees;
    this.balance = new StripeBalance(now);
  }

  /** Also a charge's, by its payment. */
  page(id: string): Page {
    const page = this.pages.get(id) ?? this.charges.get(id);
    if (!page) throw missing("checkout.session", id);
    if (page.status === "open" && page.form.expires_at <= this.#now()) this.#expire(page);
    return page;
  }

  intent(id: string): { page: Page; intent: Intent } {
    for (const page of [...this.pages.values(), ...this.charges.values()])
      if (page.intent?.id === id) return { page, intent: page.intent };
    throw missing("payment_intent", id);
  }

  open(form: SessionForm): Page {
    const now = this.#now();
    const [item] = form.line_items;
    const [method = ""] = form.allowed_payment_method_types;
    const currency = item?.price_data.currency ?? "";
    if (TAKEN[method] && !TAKEN[method].includes(currency))
      throw invalid(`The currency ${currency} is not taken by ${method}`, "invalid_currency", "line_items");
    if (form.expires_at < now + 1800 || form.expires_at > now + DAY)
      throw invalid("must be between 30 minutes and 24 hours from now", "expires_at_invalid", "expires_at");
    if (method === "customer_balance" && !(form.customer && form.payment_method_options))
      throw invalid("customer_balance needs a customer and its options", "parameter_missing", "customer");
    if (form.customer && !this.customers.has(form.customer)) throw missing("customer", form.customer);
    if (form.customer && form.customer_email)
      throw invalid("give customer or customer_email", "parameter_invalid", "customer_email");
    const { application_fee_amount: fee } = form.payment_intent_data;
    if (fee !== undefined && !this.#takeFees)
      throw invalid("only for a connected account", "parameter_invalid", "application_fee_amount");
    if (fee !== undefined && fee > amountOf({ form }))
      throw invalid("more than the amount", "parameter_invalid", "application_fee_amount");
    if (method === "card" && form.payment_intent_data.statement_descriptor)
      throw invalid("cards take a suffix alone", "parameter_invalid", "statement_descriptor");
    const page: Page = {
      ...{ id: newId("cs"), created: now, form, status: "open", payment_status: "unpaid" },
      ...{ intent: null, presentment: null },
    };
    this.pages.set(page.id, page);
    return page;
  }

  expire(id: string): Page {
    const page = this.page(id);
    if (page.status !== "open")
      throw invalid('Only Checkout Sessions with a status in ["open"] can be expired', "session_not_open");
    this.#expire(page);
    return page;
  }

  /** The fan pressed a button on the page: what they see next. A decline lets them try again. */
  visit(id: string, how: "paid" | "declined" | "under_way"): "success" | "declined" | "closed" {
    const page = this.page(id);
    if (page.status !== "open") return "closed";
    page.intent ??= {
      ...{ id: newId("pi"), status: "requires_payment_method", received: 0, error: null, charge: null },
      ...{ refunds: [], disputes: [] },
    };
    const { intent } = page;
    if (how !== "declined" && page.form.payment_intent_data.setup_future_usage)
      intent.method = this.#keep(page.form);
    if (how === "declined") {
      intent.error = { code: "card_declined", decline_code: "generic_decline" };
      this.#tell("payment_intent.payment_failed", page, intentObject(page, intent));
      return "declined";
    }
    page.status = "complete";
    const isTransfer = page.form.allowed_payment_method_types.includes("customer_balance");
    intent.error = null;
    if (how === "paid") this.#succeed(page, intent);
    else intent.status = isTransfer ? "requires_action" : "processing";
    this.#tell("checkout.session.completed", page);
    return "success";
  }

  openSetUp(form: SetUpForm): SetUp {
    if (form.customer && !this.customers.has(form.customer)) throw missing("customer", form.customer);
    const id = newId("cs");
    const setUp: SetUp = { id, created: this.#now(), form, status: "open", method: null };
    this.setUps.set(id, setUp);
    return setUp;
  }

  setUp(id: string): SetUp | undefined {
    const setUp = this.setUps.get(id);
    if (setUp?.status === "open" && setUp.form.expires_at <= this.#now()) setUp.status = "expired";
    return setUp;
  }

  /** The fan entered a method there. */
  enter(id: string): SetUp {
    const setUp = this.setUp(id);
    if (setUp?.status !== "open") throw new Error(`${id} is not open`);
    setUp.method = this.#keep(setUp.form);
    setUp.status = "complete";
    this.#tellOfSetUp(setUp);
    return setUp;
  }

  #keep(form: Pick<SessionForm, "allowed_payment_method_types" | "customer" | "customer_email">): Method {
    const customer = form.customer ?? newId("cus");
    this.customers.set(customer, { email: form.customer_email });
    const type = form.allowed_payment_method_types.includes("card") ? "card" : "sepa_debit";
    const method: Method = {
      ...{ id: newId("pm"), created: this.#now(), type, customer, charges: this.chargesBegin },
      last4: type === "card" ? "4242" : "3000",
    };
    this.methods.set(method.id, method);
    return method;
  }

  method(id: string): Method {
    const method = this.methods.get(id);
    if (!method) throw missing("PaymentMethod", id);
    return method;
  }

  methodsOf(customer: string): Method[] {
    if (!this.customers.has(customer)) throw missing("customer", customer);
    return [...this.methods.values()].filter((each) => each.customer === customer);
  }

  /** Without the fan. */
  charge(form: ChargeForm): Page {
    const method = this.method(form.payment_method);
    if (method.customer !== form.customer)
      throw invalid("it belongs to another customer", "resource_missing", "payment_method");
    const { amount, currency, description, metadata, application_fee_amount } = form;
    if (application_fee_amount !== undefined && !this.#takeFees)
      throw invalid("only for a connected account", "parameter_invalid", "application_fee_amount");
    const intent: Intent = {
      ...{ id: newId("pi"), status: "requires_payment_method", received: 0, error: null, charge: null },
      ...{ refunds: [], disputes: [], method },
    };
    const page: Page = {
      ...{ id: intent.id, created: this.#now(), status: "complete", payment_status: "unpaid" },
      ...{ intent, presentment: null },
      form: {
        ...{ mode: "payment", metadata: {}, allowed_payment_method_types: [method.type], locale: "auto" },
        line_items: [
          { quantity: 1, price_data: { currency, unit_amount: amount, product_data: { name: description } } },
        ],
        payment_intent_data: { description, metadata, application_fee_amount },
        ...{ success_url: "", cancel_url: "", expires_at: 0 },
      },
    };
    this.charges.set(page.id, page);
    if (method.charges === "paid") this.#succeed(page, intent);
    else if (method.charges === "under_way") intent.status = "processing";
    else {
      intent.error = method.charges;
      const failed = intentObject(page, intent);
      this.#tell("payment_intent.payment_failed", page, failed);
      const error = { type: "card_error", message: "It was declined.", code: method.charges.code };
      const { decline_code } = method.charges;
      throw new StripeProblem(402, error, { ...(decline_code && { decline_code }), payment_intent: failed });
    }
    return page;
  }

  /** What a bank was at has come to its end. */
  conclude(id: string, how: "paid" | "failed"): void {
    const page = this.page(id);
    const { intent } = page;
    if (!intent || page.payment_status === "paid") throw new Error(`nothing is under way on ${id}`);
    if (how === "paid") {
      this.#succeed(page, intent);
      if (!this.charges.has(id)) this.#tell("checkout.session.async_payment_succeeded", page);
      return;
    }
    intent.status = "requires_payment_method";
    intent.error = { code: "payment_intent_payment_attempt_failed", decline_code: "insufficient_funds" };
    this.balance.failCharge(page, amountOf(page), currencyOf(page), this.#now());
    if (this.charges.has(id)) {
      this.#tell("payment_intent.payment_failed", page, intentObject(page, intent));
      return;
    }
    this.#tell("checkout.session.async_payment_failed", page);
  }

  cancel(id: string): object {
    const { page, intent } = this.intent(id);
    if (intent.status !== "requires_action" && intent.status !== "requires_payment_method")
      throw invalid(`status is ${intent.status}`, "payment_intent_unexpected_state");
    intent.status = "canceled";
    const told = intentObject(page, intent);
    this.#tell("payment_intent.canceled", page, told);
    return told;
  }

  refund(id: string, amount: number, metadata: Record<string, string>) {
    const { page, intent } = this.intent(id);
    const { charge } = intent;
    if (!charge || intent.status !== "succeeded")
      throw invalid("this payment has no successful charge", "payment_intent_unexpected_state");
    if (charge.refunded >= charge.amount) throw invalid("it has been refunded", "charge_already_refunded");
    if (charge.refunded + amount > charge.amount)
      throw invalid(
        "Refund amount is greater than unrefunded amount on charge",
        "amount_too_large",
        "amount",
      );
    const status: string = this.refundsBegin;
    const refund: Refund = { id: newId("re"), created: this.#now(), amount, status, metadata };
    charge.refunded += amount;
    intent.refunds.unshift(refund);
    this.balance.refund(page, refund, amount, currencyOf(page));
    this.#tell("refund.created", page, refundObject(page, refund));
    this.#tell("charge.refunded", page, chargeObject(page, charge));
    return refund;
  }

  /** A refund that was pending has come to its end. */
  endRefund(id: string, refundId: string, status: "succeeded" | "failed"): void {
    const page = this.page(id);
    const { intent } = page;
    const refund = intent?.refunds.find((each) => each.metadata.refund_id === refundId);
    if (!intent?.charge || !refund) throw new Error(`there is no refund ${refundId}`);
    refund.status = status;
    if (status === "failed") {
      intent.charge.refunded -= refund.amount;
      this.balance.refund(page, refund, -refund.amount, currencyOf(page));
    }
    this.#tell(status === "failed" ? "refund.failed" : "refund.updated", page, refundObject(page, refund));
  }

  /** The fan's bank wants all of it back, or part. */
  dispute(id: string, amount: number): { id: string } {
    const page = this.page(id);
    const { intent } = page;
    if (!intent?.charge) throw new Error(`nobody paid on ${id}`);
    const currency = currencyOf(page);
    const dispute: Dispute = {
      ...{ id: newId("du"), created: this.#now(), amount, currency, status: "needs_response" },
    };
    intent.disputes.unshift(dispute);
    intent.charge.disputed = true;
    this.balance.dispute(page, dispute);
    this.#tell("charge.dispute.created", page, disputeObject(page, dispute));
    return dispute;
  }

  /** The dispute was decided, or moved on. */
  decide(id: string, disputeId: string, status: string): void {
    const page = this.page(id);
    const dispute = page.intent?.disputes.find((each) => each.id === disputeId);
    if (!dispute) throw new Error(`there is no dispute ${disputeId}`);
    dispute.status = status;
    if (status === "won") this.balance.winDispute(page, dispute);
    this.#tell("charge.dispute.closed", page, disputeObject(page, dispute));
  }

  #succeed(page: Page, intent: Intent): void {
    const amount = amountOf(page);
    intent.status = "succeeded";
    intent.received = amount;
    const id = newId("ch");
    const currency = currencyOf(page);
    const fee = this.#takeFees?.(
      ...([id, page.form.payment_intent_data.application_fee_amount ?? 0, currency] as const),
      this.balance.feeOf(page),
    );
    intent.charge = {
      ...{ id, created: this.#now(), amount, refunded: 0, disputed: false, fee: fee ?? null },
    };
    page.payment_status = "paid";
    this.balance.charge(page, intent.charge, currency);
    this.#tell("payment_intent.succeeded", page, intentObject(page, intent));
  }

  #expire(page: Page): void {
    page.status = "expired";
    this.#tell("checkout.session.expired", page);
  }
}
