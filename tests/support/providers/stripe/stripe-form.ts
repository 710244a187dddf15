import { z } from "zod";

/** A refusal in Stripe's own shape. */
export class StripeProblem extends Error {
  readonly status: number;
  readonly body: { error: Record<string, string | object> };

  constructor(
    status: number,
    error: { type: string; message: string; code?: string; param?: string },
    about: { decline_code?: string; payment_intent?: object } = {},
  ) {
    super(error.message);
    this.status = status;
    this.body = { error: { ...error, ...about } };
  }
}

/** A request that makes no sense; `param` is what is wrong with it. */
export function invalid(message: string, code: string, param?: string): StripeProblem {
  return new StripeProblem(400, { type: "invalid_request_error", message, code, ...(param && { param }) });
}

/** Nothing has this id. */
export function missing(what: string, id: string): StripeProblem {
  const message = `No such ${what}: '${id}'`;
  return new StripeProblem(404, {
    type: "invalid_request_error",
    message,
    code: "resource_missing",
    param: "id",
  });
}

type Tree = { [name: string]: string | Tree };

/** Reads `a[b][0]=c` as Stripe does. */
export function fieldsOf(encoded: string): object {
  const tree: Tree = {};
  for (const [name, value] of new URLSearchParams(encoded)) {
    const [first = "", ...rest] = name.split("[").map((part) => part.replace(/\]$/, ""));
    let at = tree;
    const path = [first, ...rest];
    for (const part of path.slice(0, -1)) {
      const next = at[part];
      const inner: Tree = typeof next === "object" ? next : {};
      at[part] = inner;
      at = inner;
    }
    at[path.at(-1) ?? ""] = value;
  }
  return asLists(tree);
}

/** Holds fields against what the fake takes of those that Stripe has: what it does not know is refused. */
export function readFields<Schema extends z.ZodType>(fields: object, schema: Schema): z.infer<Schema> {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue?.code === "unrecognized_keys") {
    const param = [...issue.path, ...issue.keys].join(".");
    throw invalid(`Received unknown parameter: ${param}`, "parameter_unknown", param);
  }
  const param = issue?.path.join(".") ?? "";
  throw invalid(`Invalid ${param}: ${issue?.message}`, "parameter_invalid", param);
}

/** Names that count from 0 are a list. */
function asLists(tree: Tree): object {
  const entries = Object.entries(tree).map(([name, value]) => [
    name,
    typeof value === "object" ? asLists(value) : value,
  ]);
  const isList = entries.length > 0 && entries.every(([name], place) => name === String(place));
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}

const whole = z.coerce.number().int();
const text = z.string().min(1).max(500);
const metadata = z.record(z.string().max(40), text);
const expand = z.array(text).optional();
const limit = whole.min(1).max(100).default(10);

export const customerForm = z.strictObject({ email: z.email().optional(), metadata: metadata.optional() });

export const sessionForm = z.strictObject({
  mode: z.literal("payment"),
  client_reference_id: z.string().max(200).optional(),
  metadata: metadata.default({}),
  allowed_payment_method_types: z.array(
    z.enum(["card", "link", "paypal", "sepa_debit", "customer_balance", "pay_by_bank"]),
  ),
  adaptive_pricing: z.strictObject({ enabled: z.enum(["true", "false"]) }).optional(),
  line_items: z
    .array(
      z.strictObject({
        quantity: whole.min(1),
        price_data: z.strictObject({
          currency: z.string().regex(/^[a-z]{3}$/),
          unit_amount: whole.min(1).max(99_999_999),
          product_data: z.strictObject({ name: z.string().min(1).max(250) }),
        }),
      }),
    )
    .length(1),
  payment_intent_data: z.strictObject({
    description: z.string().max(1000),
    metadata: metadata.default({}),
    statement_descriptor: z.string().min(5).max(22).optional(),
    statement_descriptor_suffix: z.string().max(22).optional(),
    application_fee_amount: whole.min(0).optional(),
    setup_future_usage: z.literal("off_session").optional(),
    transfer_group: text.optional(),
  }),
  customer_creation: z.literal("always").optional(),
  success_url: z.url(),
  cancel_url: z.url(),
  locale: z.enum(["auto", "de", "en"]),
  expires_at: whole,
  customer: text.optional(),
  customer_email: z.email().optional(),
  payment_method_options: z
    .strictObject({
      customer_balance: z.strictObject({
        funding_type: z.literal("bank_transfer"),
        bank_transfer: z.strictObject({
          type: z.literal("eu_bank_transfer"),
          eu_bank_transfer: z.strictObject({ country: z.enum(["DE", "FR", "IE", "NL"]) }),
        }),
      }),
    })
    .optional(),
  expand,
});
export type SessionForm = z.infer<typeof sessionForm>;

/** A page that keeps a method, and takes no money. */
export const setUpForm = z.strictObject({
  mode: z.literal("setup"),
  currency: z.string().regex(/^[a-z]{3}$/),
  client_reference_id: z.string().max(200),
  metadata,
  allowed_payment_method_types: z.array(z.enum(["card", "sepa_debit"])).length(1),
  setup_intent_data: z.strictObject({ metadata }),
  success_url: z.url(),
  cancel_url: z.url(),
  locale: z.enum(["auto", "de", "en"]),
  expires_at: whole,
  customer: text.optional(),
  customer_email: z.email().optional(),
  customer_creation: z.literal("always").optional(),
});
export type SetUpForm = z.infer<typeof setUpForm>;

export const chargeForm = z.strictObject({
  amount: whole.min(1),
  currency: z.string().regex(/^[a-z]{3}$/),
  customer: text,
  payment_method: text,
  off_session: z.literal("true"),
  confirm: z.literal("true"),
  error_on_requires_action: z.literal("true"),
  automatic_payment_methods: z.strictObject({
    enabled: z.literal("true"),
    allow_redirects: z.literal("never"),
  }),
  description: z.string().max(1000),
  metadata,
  statement_descriptor: z.string().min(5).max(22).optional(),
  statement_descriptor_suffix: z.string().max(22).optional(),
  application_fee_amount: whole.min(0).optional(),
});
export type ChargeForm = z.infer<typeof chargeForm>;

export const sessionQuery = z.strictObject({ expand });
export const sessionsQuery = z.strictObject({
  created: z.strictObject({ gte: whole.optional(), lt: whole.optional() }).optional(),
  payment_intent: text.optional(),
  limit,
  starting_after: text.optional(),
});
export const balanceQuery = z.strictObject({
  created: z.strictObject({ gte: whole.optional() }).optional(),
  expand: z.array(z.literal("data.source")).optional(),
  limit,
  starting_after: text.optional(),
});
export const ofPaymentQuery = z.strictObject({
  payment_intent: text,
  limit,
  starting_after: text.optional(),
});

export const refundForm = z.strictObject({
  payment_intent: text,
  amount: whole.min(1),
  metadata: metadata.default({}),
  instructions_email: z.email().optional(),
  refund_application_fee: z.literal("false").optional(),
});

export const accountForm = z.strictObject({
  country: z.string().regex(/^[A-Z]{2}$/),
  default_currency: z.string().regex(/^[a-z]{3}$/),
  email: z.email(),
  controller: z.strictObject({
    fees: z.strictObject({ payer: z.literal("application") }),
    losses: z.strictObject({ payments: z.enum(["application", "stripe"]) }),
    stripe_dashboard: z.strictObject({ type: z.literal("express") }),
    requirement_collection: z.literal("stripe"),
  }),
  capabilities: z.strictObject({
    card_payments: z.strictObject({ requested: z.literal("true") }),
    transfers: z.strictObject({ requested: z.literal("true") }),
  }),
  metadata,
});
export const linkForm = z.strictObject({
  account: text,
  type: z.literal("account_onboarding"),
  return_url: z.url(),
  refresh_url: z.url(),
  collection_options: z.strictObject({ fields: z.enum(["currently_due", "eventually_due"]) }).optional(),
});
export const transferForm = z.strictObject({
  amount: whole.min(1),
  currency: z.string().regex(/^[a-z]{3}$/),
  destination: text,
  transfer_group: text.optional(),
  source_transaction: text.optional(),
  metadata,
});
export const reversalForm = z.strictObject({ amount: whole.min(1), metadata });
export const transfersQuery = z.strictObject({
  transfer_group: text.optional(),
  limit,
  starting_after: text.optional(),
});
export const feeRefundForm = z.strictObject({ amount: whole.min(1), metadata });
export const listQuery = z.strictObject({
  created: z.strictObject({ gte: whole }).optional(),
  limit,
  starting_after: text.optional(),
});
/** Of any list. */
export const pageQuery = z.object({ limit, starting_after: text.optional() });
export const nothing = z.strictObject({});
