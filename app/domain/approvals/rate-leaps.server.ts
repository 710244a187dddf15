import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { decideHeldRate, findHeldLeap } from "../exchange-rates/held-rates.server.ts";
import { minor } from "../money/minor.ts";
import {
  askSecondOperator,
  needsSecondOperator,
  recordActAlone,
  type SecondOperatorRule,
  voidActs,
} from "../operator-acts/operator-acts.server.ts";

interface HeldRateDecision {
  id: string;
  /** Which rate was shown: a newer one may have taken its place. */
  rate_date: string;
  operator_id: string;
}

const subjectOf = ({ id, rate_date }: Pick<HeldRateDecision, "id" | "rate_date">) =>
  `rate:${id}:${rate_date}`;

/**
 * An operator uses a held rate, or leaves it unused. One that leaps far from the rate before it takes a second operator to
 * be used (docs/product.md, 6.12); one alone refuses it. "gone" when the rate is decided already, or a newer rate took its
 * place.
 */
export async function decideRate(
  services: SecondOperatorRule & { db: Kysely<DB>; clock: () => Date; newId: () => string },
  given: HeldRateDecision & { decision: "ACCEPTED" | "REFUSED" },
): Promise<"decided" | "waiting" | "gone"> {
  const now = services.clock();
  const { id, rate_date, operator_id, decision } = given;
  return await services.db.transaction().execute(async (trx) => {
    const held = await findHeldLeap(trx, { id, rate_date });
    if (!held) return "gone";
    const act = { kind: "RATE_LEAP", operator_id, worth_eur_minor: minor(0), now } as const;
    const subject = subjectOf(given);
    if (decision === "ACCEPTED" && held.leaps_far) {
      if (await needsSecondOperator(trx, services, act)) {
        const { currency, units_per_euro, before_units } = held;
        const params = { held_rate_id: id, rate_date, rate_currency: currency, units_per_euro, before_units };
        await askSecondOperator(trx, services, { ...act, subject, params });
        return "waiting";
      }
      await recordActAlone(trx, services, { ...act, subject });
    }
    if (decision === "REFUSED") await voidActs(trx, { kinds: ["RATE_LEAP"], subjects: [subject], now });
    return await decideHeldRate(trx, { ...given, now });
  });
}

/** The rate once a second operator has approved it; "gone" when it is not possible any more. */
export async function acceptRateApproved(
  trx: Transaction<DB>,
  given: HeldRateDecision & { now: Date },
): Promise<"decided" | "gone"> {
  return await decideHeldRate(trx, { ...given, decision: "ACCEPTED" });
}
