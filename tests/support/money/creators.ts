import type { Kysely } from "kysely";
import { createAccount, setStatus } from "../../../app/domain/users/user.server.ts";
import type { AccountStatus } from "../../../app/domain/users/viewer.ts";
import type { DB } from "../../../db/schema.ts";

/** Where creators come to live: a database, its clock and its ids. */
interface Place {
  db: Kysely<DB>;
  clock: () => Date;
  newId: () => string;
}

export interface Creator {
  id: string;
  username: string;
  currency: string;
}

/** The steps that lead an account to a status; CHARGEBACK comes by a lost dispute alone. */
const PATHS: Record<Exclude<AccountStatus, "CHARGEBACK">, AccountStatus[]> = {
  CREATED: [],
  PENDING: ["PENDING"],
  ACTIVE: ["PENDING", "ACTIVE"],
  DECLINED: ["PENDING", "DECLINED"],
  LOCKED: ["PENDING", "ACTIVE", "LOCKED"],
};

let creators = 0;

/** A creator who can receive, unless another status is asked for. */
export async function createCreator(
  world: Place,
  change: {
    username?: string;
    currency?: string;
    status?: keyof typeof PATHS;
    default_price_per_message_minor?: number;
    locale?: "en" | "de";
  } = {},
): Promise<Creator> {
  const { status = "ACTIVE", ...fields } = change;
  const id = world.newId();
  creators += 1;
  const username = fields.username ?? `creator-${creators}-${id.slice(-8)}`;
  const currency = fields.currency ?? "EUR";
  const account = { name: `Name of ${creators}`, locale: null, ...fields, id, username, currency };
  await createAccount(world.db, { ...account, email: `${username}@example.org`, now: world.clock() });
  await moveAccount(world, id, PATHS[status]);
  return { id, username, currency };
}

/** Takes an account through statuses, one after the other, by the one door. */
export async function moveAccount(world: Place, id: string, path: readonly AccountStatus[]): Promise<void> {
  await world.db.transaction().execute(async (trx) => {
    for (const status of path) await setStatus(trx, id, status, "test", world.clock());
  });
}

export async function accountStatus(world: Place, creator: Creator): Promise<string> {
  const { status } = await world.db
    .selectFrom("users")
    .select("status")
    .where("id", "=", creator.id)
    .executeTakeFirstOrThrow();
  return status;
}
