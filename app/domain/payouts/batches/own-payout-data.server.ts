import { sql, type Transaction } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import { businessDate } from "../../calendar/business-date.ts";
import { euroValue } from "../../exchange-rates/euro-value.server.ts";
import type { Minor } from "../../money/minor.ts";
import {
  askSecondOperator,
  doneAlone,
  recordActAlone,
  type SecondOperatorRule,
} from "../../operator-acts/operator-acts.server.ts";

/** A payout, and who accepted the account that it goes to. */
interface PayoutToAccount {
  id: string;
  net_minor: Minor;
  details_id: string;
  accepted_by: string | null;
  /** The second operator who looked at it, where one did. */
  confirmed_by: string | null;
}

/**
 * An operator who accepts payout data and then sends money there pays whom they like. Of the payouts of a batch, those
 * whose account this operator accepted alone and whose worth reaches the day's limit: another operator is asked to
 * confirm each account. What stays below the limit is counted.
 */
export async function unconfirmedAccounts<Payout extends PayoutToAccount>(
  trx: Transaction<DB>,
  services: SecondOperatorRule & { newId: () => string },
  payouts: readonly Payout[],
  given: { operator_id: string; currency: string; now: Date },
): Promise<Set<Payout>> {
  const from = services.second_operator_from_minor;
  const { operator_id, currency, now } = given;
  const held = new Set<Payout>();
  const own = payouts.filter((each) => each.accepted_by === operator_id && each.confirmed_by === null);
  if (from === null || own.length === 0) return held;
  const act = { kind: "PAYOUT_DATA", operator_id, now } as const;
  let sum = await doneAlone(trx, act);
  for (const payout of own) {
    const worth_eur_minor = await euroValue(trx, payout.net_minor, currency, businessDate(now));
    const subject = `payout_destination:${payout.details_id}`;
    if (sum + worth_eur_minor < from) {
      sum += worth_eur_minor;
      await recordActAlone(trx, services, { ...act, subject, worth_eur_minor });
    } else {
      held.add(payout);
      const params = { details_id: payout.details_id };
      await askSecondOperator(trx, services, { ...act, subject, worth_eur_minor, params });
    }
  }
  return held;
}

/**
 * A second operator has looked at payout data that another accepted. "gone" when it is not in use any more: data that
 * its owner replaced, or left behind, is in use while a payout to it has no end.
 */
export async function confirmAcceptedData(
  trx: Transaction<DB>,
  given: { details_id: string; operator_id: string },
): Promise<"confirmed" | "gone"> {
  const { rows } = await sql<{ is_confirmed: boolean }>`
    select check_payout_destination(${given.details_id}::uuid, ${given.operator_id}::uuid) as is_confirmed`.execute(
    trx,
  );
  return rows[0]?.is_confirmed ? "confirmed" : "gone";
}
