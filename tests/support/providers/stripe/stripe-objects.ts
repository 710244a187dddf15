import {
  amountOf,
  type Charge,
  type ConnectedAccount,
  currencyOf,
  type Dispute,
  type Fee,
  type FeeRefund,
  type Intent,
  type Method,
  type Page,
  type Payout,
  type Refund,
  type SetUp,
} from "./stripe-shapes.ts";

// Things as the API shows them; what may be null and is absent here becomes null on the way out (stripe-contract.ts).

/** A page; its payment whole where that was asked for, else by its id. */
export function pageObject(page: Page, pageUrl: string, isExpanded = false): object {
  const { id, created, form, status, payment_status, intent, presentment } = page;
  return {
    ...{ id, object: "checkout.session", created, livemode: false, mode: form.mode, status, payment_status },
    ...{ client_reference_id: form.client_reference_id ?? null, metadata: form.metadata },
    ...{ amount_total: amountOf(page), currency: currencyOf(page), expires_at: form.expires_at },
    ...{ automatic_tax: { enabled: false }, custom_fields: [], custom_text: {}, shipping_options: [] },
    allowed_payment_method_types: form.allowed_payment_method_types,
    ...{ payment_method_types: form.allowed_payment_method_types, adaptive_pricing: { enabled: false } },
    ...{ success_url: form.success_url, cancel_url: form.cancel_url },
    url: status === "open" ? pageUrl : null,
    ...{ customer: form.customer ?? null, locale: form.locale },
    customer_details: status === "complete" ? { email: form.customer_email ?? "fan@shop.example" } : null,
    payment_intent: intent && (isExpanded ? intentObject(page, intent, true) : intent.id),
    ...(presentment && { presentment_details: presentment }),
  };
}

export function intentObject(page: Page, intent: Intent, isExpanded = false): object {
  const { id, status, received, error, charge } = intent;
  return {
    ...{ id, object: "payment_intent", status, amount: amountOf(page), amount_received: received },
    ...{ amount_capturable: 0, capture_method: "automatic_async", confirmation_method: "automatic" },
    ...{ created: page.created, livemode: false, currency: currencyOf(page) },
    payment_method_types: page.form.allowed_payment_method_types,
    metadata: page.form.payment_intent_data.metadata,
    setup_future_usage: page.form.payment_intent_data.setup_future_usage ?? null,
    ...{ payment_method: intent.method?.id ?? null, customer: intent.method?.customer ?? null },
    application_fee_amount: page.form.payment_intent_data.application_fee_amount ?? null,
    last_payment_error: error && { type: "card_error", message: "It was declined.", ...error },
    latest_charge: charge && (isExpanded ? chargeObject(page, charge) : charge.id),
  };
}

export function methodObject({ id, created, type, customer, last4 }: Method): object {
  const card = { brand: "visa", last4, exp_month: 2, exp_year: 2030, funding: "credit" };
  const details = type === "card" ? { card } : { sepa_debit: { country: "DE", last4 } };
  return {
    ...{ id, object: "payment_method", created, type, customer, livemode: false, metadata: {} },
    ...{ billing_details: {}, ...details },
  };
}

/** A page that keeps a method. */
export function setUpObject(setUp: SetUp, pageUrl: string, isExpanded: boolean): object {
  const { id, created, form, status, method } = setUp;
  const intent = method && {
    ...{ id: id.replace("cs", "seti"), object: "setup_intent", created, livemode: false, metadata: {} },
    ...{ status: "succeeded", usage: "off_session", payment_method_types: [method.type] },
    ...{ customer: method.customer, payment_method: methodObject(method) },
  };
  return {
    ...{ id, object: "checkout.session", created, livemode: false, mode: form.mode, status },
    ...{ payment_status: "no_payment_required", expires_at: form.expires_at },
    ...{ client_reference_id: form.client_reference_id, metadata: form.metadata, currency: form.currency },
    ...{ automatic_tax: { enabled: false }, custom_fields: [], custom_text: {}, shipping_options: [] },
    allowed_payment_method_types: form.allowed_payment_method_types,
    ...{ payment_method_types: form.allowed_payment_method_types },
    ...{ success_url: form.success_url, cancel_url: form.cancel_url, locale: form.locale },
    ...{ url: status === "open" ? pageUrl : null, customer: method?.customer ?? form.customer ?? null },
    setup_intent: intent && (isExpanded ? intent : intent.id),
  };
}

export function chargeObject(page: Page, charge: Charge): object {
  const { id, amount, created, disputed, refunded, fee } = charge;
  return {
    ...{
      id,
      object: "charge",
      amount,
      amount_captured: amount,
      amount_refunded: refunded,
      created,
      disputed,
    },
    ...{ billing_details: {}, captured: true, currency: currencyOf(page), livemode: false, paid: true },
    ...{ metadata: page.form.payment_intent_data.metadata, refunded: refunded === amount },
    ...{ status: "succeeded", payment_intent: page.intent?.id ?? null },
    ...{ application_fee: fee, application_fee_amount: page.form.payment_intent_data.application_fee_amount },
  };
}

export function refundObject(page: Page, { id, created, amount, status, metadata }: Refund): object {
  const { intent } = page;
  return {
    ...{ id, object: "refund", created, amount, currency: currencyOf(page), status, metadata },
    ...{ payment_intent: intent?.id ?? null, charge: intent?.charge?.id ?? null },
  };
}

export function disputeObject(page: Page, dispute: Dispute): object {
  const { id, created, amount, currency, status } = dispute;
  return {
    ...{ id, object: "dispute", created, amount, currency, status, livemode: false, metadata: {} },
    ...{ balance_transactions: [], enhanced_eligibility_types: [], evidence: { enhanced_evidence: {} } },
    evidence_details: {
      ...{ enhanced_eligibility: {}, has_evidence: false, past_due: false, submission_count: 0 },
      submission_method: "not_submitted",
    },
    ...{ is_charge_refundable: false, reason: "fraudulent" },
    ...{ charge: page.intent?.charge?.id ?? "", payment_intent: page.intent?.id ?? null },
  };
}

export function customerObject(
  id: string,
  created: number,
  email: string | undefined,
  metadata: object,
): object {
  return {
    ...{ id, object: "customer", created, email: email ?? null, metadata, balance: 0, livemode: false },
    invoice_settings: {},
  };
}

export function accountObject(account: ConnectedAccount): object {
  const { id, created, country, currency, email, metadata, controller, person, requirements } = account;
  return {
    ...{ id, object: "account", created, country, default_currency: currency, email, metadata },
    ...{ charges_enabled: account.takesPayments, payouts_enabled: account.paysOut },
    ...{ details_submitted: account.isSubmitted, type: "none" },
    controller: { ...controller, is_controller: true, type: "application" },
    ...(person && { individual: personObject(account, person) }),
    requirements: { ...requirements, eventually_due: requirements.currently_due },
    future_requirements: account.future,
  };
}

function personObject({ id, created }: ConnectedAccount, names: { first_name: string; last_name: string }) {
  return { id: id.replace("acct", "person"), object: "person", account: id, created, ...names };
}

export function payoutObject(payout: Payout): object {
  const { id, created, amount, currency, status, arrival_date, failure_code } = payout;
  return {
    ...{ id, object: "payout", created, amount, currency, status, arrival_date, failure_code },
    ...{ automatic: true, livemode: false, method: "standard", source_type: "card", type: "bank_account" },
    reconciliation_status: "completed",
  };
}

export const APPLICATION = "ca_test_tribute";

export function feeObject(fee: Fee): object {
  const { id, created, account, amount, currency, charge, refunds } = fee;
  const amount_refunded = refunds.reduce((sum, each) => sum + each.amount, 0);
  return {
    ...{ id, object: "application_fee", created, account, amount, amount_refunded, application: APPLICATION },
    ...{ charge, originating_transaction: charge, currency, livemode: false },
    ...{ refunded: amount_refunded === amount, fee_source: { charge, type: "charge" } },
    refunds: {
      ...{ object: "list", url: `/v1/application_fees/${id}/refunds`, has_more: false },
      data: refunds.map((each) => feeRefundObject(fee, each)),
    },
  };
}

export function feeRefundObject(fee: Fee, { id, created, amount, metadata }: FeeRefund): object {
  return { id, object: "fee_refund", created, amount, currency: fee.currency, fee: fee.id, metadata };
}
