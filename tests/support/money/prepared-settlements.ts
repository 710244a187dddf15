import { receiveWebhook } from "../../../app/domain/payments/provider-events.server.ts";
import { createDatabase } from "../../../db/index.ts";
import { paidProvider } from "./paid-provider.ts";
import { movableClock } from "./sandbox-world.ts";
import { type Creator, confirm, createCreator, createTipWorld, draftTip, paymentOf } from "./tip-world.ts";

const AT_ONCE = 8;

/** Payments that are taken by the provider and wait to be settled: their notices have come, nothing more. */
export interface Prepared {
  payments: { id: string; amount_minor: number }[];
}

/** Begins so many tips and takes in their notices, by the product's own functions; every fifth leaves an address. */
export async function prepareSettlements(databaseUrl: string, count: number): Promise<Prepared> {
  const url = new URL(databaseUrl);
  // Nobody is killed meanwhile: no need to wait for the disk at each step.
  url.searchParams.set("options", "-c synchronous_commit=off");
  const db = createDatabase(url.href, { max: AT_ONCE + 2, applicationName: "tribute-prepare" });
  try {
    const world = createTipWorld(db, movableClock(new Date()));
    const provider = paidProvider();
    const creators: Creator[] = [];
    for (const currency of ["EUR", "EUR", "USD"]) creators.push(await createCreator(world, { currency }));
    const payments: Prepared["payments"] = [];
    const numbers = Array.from({ length: count }, (_, index) => index).values();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const index of numbers) {
          const creator = creators[index % creators.length];
          if (!creator) throw new Error("no creator");
          const tipId = await draftTip(world, creator, {
            amount: 1_00 + (index % 4_000),
            type: index % 4 === 0 && creator.currency === "EUR" ? "INETCASH_OB" : "INETCASH_CC",
            payIn: index % 7 === 0 ? "JPY" : creator.currency,
            email: index % 5 === 0 ? `fan-${index}@example.org` : undefined,
          });
          const paymentId = world.newId();
          const outcome = await confirm(world, tipId, { provider, paymentId });
          if (outcome.outcome !== "pay") throw new Error(`a payment was not begun: ${outcome.outcome}`);
          const payment = await paymentOf(world, paymentId);
          const body = new TextEncoder().encode(`${paymentId} ${payment.provider_ref}`);
          await receiveWebhook(world, provider, { body, headers: new Headers(), now: world.clock() });
          payments.push({ id: paymentId, amount_minor: payment.amount_minor });
        }
      }),
    );
    return { payments };
  } finally {
    await db.destroy();
  }
}
