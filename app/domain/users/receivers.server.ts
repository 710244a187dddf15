import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { chosenLocale, type Locale } from "../../../locales/index.ts";
import { type AccountStatus, RECEIVING_STATUSES } from "./user-status.ts";

/** What the tip flow must know of the creator behind a draft or a payment. */
export interface Receiver {
  id: string;
  username: string;
  name: string;
  status: AccountStatus;
  currency: string;
  locale: Locale | null;
  default_price_per_message_minor: number | null;
}

/** The creators with these ids who can receive at this moment, in no order. */
export async function findReceivers(db: Kysely<DB>, ids: readonly string[]): Promise<Receiver[]> {
  const rows = await db
    .selectFrom("users")
    .select(["id", "username", "name", "status", "currency", "locale", "default_price_per_message_minor"])
    .where("id", "in", [...ids])
    .where("status", "in", [...RECEIVING_STATUSES])
    .execute();
  return rows.flatMap((row) =>
    row.username === null
      ? []
      : [
          {
            ...row,
            username: row.username,
            name: row.name ?? row.username,
            status: row.status,
            locale: chosenLocale(row.locale),
          },
        ],
  );
}
