import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { feeReturned } from "../payments/fee-returns.ts";
import type { Providers } from "../payments/provider-port.ts";

/**
 * In proportion to refunds and lost disputes. The provider compares totals, so a repetition is harmless
 * (docs/money.md, 3).
 */
export async function returnApplicationFee(
  { db, providers }: { db: Kysely<DB>; providers: Providers },
  paymentId: string,
): Promise<void> {
  const { rows } = await sql<{
    provider: string;
    provider_ref: string;
    currency: string;
    total_minor: number;
  }>`
    select p.provider, p.provider_ref, p.charged_currency as currency, ${feeReturned(sql`p.id`)} as total_minor
    from payments p
    where p.id = ${paymentId}::uuid and p.account_ref is not null and p.provider_ref is not null`.execute(db);
  const [due] = rows;
  if (!due || due.total_minor <= 0) return;
  const { provider, provider_ref: providerRef, currency, total_minor: totalMinor } = due;
  const { accounts } = providers.get(provider);
  if (!accounts) throw new Error(`${provider} pays no creators directly`);
  await accounts.returnFee({ providerRef, totalMinor, currency });
}
