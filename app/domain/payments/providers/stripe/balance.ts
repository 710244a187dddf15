import type StripeClient from "stripe";
import { z } from "zod";
import { toDecimal } from "../../../money/minor.ts";
import { ProviderRefused, type SettledEvent, type SettlementFault } from "../../provider-port.ts";
import type { Ask } from "./client.server.ts";
import { OUR_PAYMENT, OUR_REFUND, type Row, readRows } from "./settlement.ts";
import { PAYMENT_KEY, REFUND_KEY } from "./snapshot.ts";

const PAGE_ROWS = 100;
/** What is more than so many is fetched in parts. */
const ROWS_MAXIMUM = 100_000;
/** What Stripe's file calls the fan's side of a movement: of the others it says none. */
const OF_FANS = ["charge", "charge_failure", "refund"];

/** What a movement is about: a charge, refund, dispute, payout or fee, each with some of it. */
const sourceSchema = z.object({
  id: z.string(),
  amount: z.int().nullish(),
  currency: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  payment_intent: z.string().nullish(),
});
const movementSchema = z.object({
  id: z.string(),
  amount: z.int(),
  fee: z.int(),
  net: z.int(),
  currency: z.string(),
  created: z.int(),
  reporting_category: z.string(),
  source: sourceSchema.nullable(),
});
type Movement = z.infer<typeof movementSchema>;
const pageSchema = z.object({ data: z.array(movementSchema), has_more: z.boolean() });

/**
 * Reads what Stripe's balance tells since a moment by its API (`/v1/balance_transactions`, page by page), as the same
 * events that its file has, under the same names: what was imported by one changes nothing by the other. `nameOf` says
 * which payment of ours a payment of Stripe's is.
 */
export async function fetchStripeBalance(
  ask: Ask,
  nameOf: (paymentIntent: string) => Promise<string | null>,
  since: Date,
  currencies: ReadonlySet<string>,
): Promise<SettledEvent[] | SettlementFault> {
  const movements = await listMovements(ask, since);
  const payments = new Map<string, string>();
  for (const { source } of movements) {
    const id = source?.metadata?.[PAYMENT_KEY];
    if (source?.payment_intent && id) payments.set(source.payment_intent, id);
  }
  for (const { source } of movements) {
    const intent = source?.payment_intent;
    if (!intent || payments.has(intent)) continue;
    payments.set(intent, (await nameOf(intent)) ?? "");
  }
  return readRows(
    movements.map((movement) => rowOf(movement, payments)),
    currencies,
  );
}

async function listMovements(ask: Ask, since: Date): Promise<Movement[]> {
  const movements: Movement[] = [];
  let last: string | undefined;
  for (;;) {
    const asked: StripeClient.BalanceTransactionListParams = {
      ...{ created: { gte: Math.trunc(since.getTime() / 1000) }, limit: PAGE_ROWS },
      expand: ["data.source"],
      ...(last !== undefined && { starting_after: last }),
    };
    const { data, has_more } = await ask(pageSchema, (stripe) => stripe.balanceTransactions.list(asked));
    movements.push(...data);
    last = data.at(-1)?.id;
    if (!has_more || last === undefined) return movements;
    if (movements.length >= ROWS_MAXIMUM)
      throw new ProviderRefused("stripe has more movements of that time than are read at once");
  }
}

/** A movement as a row of Stripe's file. A payout is known by its own name there. */
function rowOf(movement: Movement, payments: ReadonlyMap<string, string>): Row {
  const { id, amount, fee, net, created, reporting_category, source } = movement;
  const currency = movement.currency.toUpperCase();
  const whole = (minor: number, of = currency) => toDecimal(minor, of);
  const fansCurrency = source?.currency?.toUpperCase() ?? "";
  const hasFan = OF_FANS.includes(reporting_category) && fansCurrency !== "";
  const cells: Record<string, string> = {
    balance_transaction_id: reporting_category === "payout" ? (source?.id ?? id) : id,
    ...{ currency, gross: whole(amount), fee: whole(fee), net: whole(net), reporting_category },
    ...{ source_id: source?.id ?? "", created: new Date(created * 1000).toISOString().slice(0, 10) },
    customer_facing_amount: hasFan ? whole(source?.amount ?? 0, fansCurrency) : "",
    customer_facing_currency: hasFan ? fansCurrency : "",
    [OUR_PAYMENT]: payments.get(source?.payment_intent ?? "") ?? "",
    [OUR_REFUND]: source?.metadata?.[REFUND_KEY] ?? "",
  };
  return (column) => cells[column] ?? "";
}
