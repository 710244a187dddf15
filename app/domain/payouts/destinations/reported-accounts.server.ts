import { type Kysely, sql } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import type { Encryption } from "../../../crypto/crypto.server.ts";
import { isIban } from "../../money/iban.ts";
import type { PayoutDestination } from "./payout-data.schema.ts";
import { readEncrypted } from "./payout-data.server.ts";

/** An account as a report to an authority names it. */
interface ReportedAccount {
  number: string;
  /** OBAN: a bank's own number; Other: a wallet. */
  type: "IBAN" | "OBAN" | "Other";
  holder: string | null;
}

/** The accounts that these creators are paid to, by their ids; of a deleted account the last one. Some have none. */
export async function reportedAccounts(
  { db, encryption }: { db: Kysely<DB>; encryption: Encryption },
  creatorIds: readonly string[],
): Promise<Map<string, ReportedAccount>> {
  const { rows } = await sql<{ id: string; user_id: string; encrypted: Buffer }>`
    select distinct on (d.user_id) d.id, d.user_id, d.encrypted from payout_destinations d
    join users u on u.id = d.user_id
    left join lateral (select max(requested_at) as at from payouts where details_id = d.id) paid on true
    where d.user_id = any(${[...creatorIds]}::uuid[]) and length(d.encrypted) > 0
      and (d.status = 'ACCEPTED' or (u.deleted_at is not null and paid.at is not null))
    order by d.user_id, d.status = 'ACCEPTED' desc, paid.at desc nulls last`.execute(db);
  return new Map(
    rows.flatMap(({ id, user_id, encrypted }) => {
      const account = accountIn(readEncrypted(encryption, id, encrypted));
      return account ? [[user_id, account] as const] : [];
    }),
  );
}

function accountIn(details: PayoutDestination): ReportedAccount | null {
  const { bank_iban, bank_account_owner, paxum_email, paxum_account_owner } = details;
  if (bank_iban !== null)
    return { number: bank_iban, type: isIban(bank_iban) ? "IBAN" : "OBAN", holder: bank_account_owner };
  return paxum_email === null ? null : { number: paxum_email, type: "Other", holder: paxum_account_owner };
}
