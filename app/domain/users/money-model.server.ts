import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { forEachRow, type Jobs, type RowsOutcome } from "../jobs.ts";
import { queueMail } from "../mails/outbox.server.ts";
import { TAKES_PAYMENTS } from "./direct-receiver.ts";
import type { MoneyModel } from "./money-model.schema.ts";
import { requireOperator } from "./user.server.ts";

interface MoveServices {
  db: Kysely<DB>;
  clock: () => Date;
  newId: () => string;
  jobs: Jobs;
}

/** "not_ready": no account takes payments. "gone": nothing to move. */
export type Move = "moved" | "not_ready" | "gone";

/** `is_ready`: the creator's account takes payments. */
export async function findMoneyModel(
  db: Kysely<DB>,
  userId: string,
): Promise<{ money_model: MoneyModel; is_ready: boolean }> {
  const user = await modelOf(db, userId).executeTakeFirst();
  return {
    money_model: user?.money_model === "DIRECT" ? "DIRECT" : "HELD",
    is_ready: user?.is_ready ?? false,
  };
}

export async function hasDirectCreators(db: Kysely<DB>): Promise<boolean> {
  const found = await db
    .selectFrom("users")
    .select("id")
    .where("money_model", "=", "DIRECT")
    .where("deleted_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

function modelOf(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom("users as u")
    .select("u.money_model")
    .select(
      sql<boolean>`exists (
        select from connected_accounts connected where connected.user_id = u.id and ${TAKES_PAYMENTS})`.as(
        "is_ready",
      ),
    )
    .where("u.id", "=", userId)
    .where("u.role", "=", "CREATOR")
    .where("u.deleted_at", "is", null);
}

/**
 * For payments from now on; those under way end as begun, held money is paid out as before (docs/product.md,
 * 7.6).
 */
export async function moveCreator(
  services: MoveServices,
  given: { user_id: string; operator_id: string; money_model: MoneyModel },
): Promise<Move> {
  const { user_id, operator_id, money_model } = given;
  return await services.db.transaction().execute(async (trx) => {
    await requireOperator(trx, operator_id, "money");
    const by = { actor_id: operator_id, action: "account.money_model" as const };
    return await move(trx, services, { ...by, user_id, money_model, now: services.clock() });
  });
}

/** "held_is_closed": only operators move back. "locked": a LOCKED creator leaves it to operators. */
export async function chooseMoneyModel(
  services: MoveServices,
  given: { user_id: string; money_model: MoneyModel; new_creators: MoneyModel },
): Promise<Move | "held_is_closed" | "locked"> {
  const { user_id, money_model, new_creators } = given;
  if (money_model === "HELD" && new_creators === "DIRECT") return "held_is_closed";
  return await services.db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom("users")
      .select("status")
      .where("id", "=", user_id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (user?.status === "LOCKED") return "locked";
    const by = { actor_id: user_id, action: "money_model.chosen" as const };
    return await move(trx, services, { ...by, user_id, money_model, now: services.clock() });
  });
}

/** One creator each, so that a crash leaves nothing half done. */
export async function moveAll(
  services: MoveServices,
  money_model: MoneyModel,
): Promise<RowsOutcome & { left: number }> {
  const rows = await services.db
    .selectFrom("users")
    .select("id")
    .where("role", "=", "CREATOR")
    .where("deleted_at", "is", null)
    .where("money_model", "<>", money_model)
    .orderBy("id")
    .execute();
  const outcome = await forEachRow(
    rows,
    ({ id }) => id,
    async ({ id: user_id }) => {
      const by = { actor_id: null, action: "account.money_model" as const };
      const moved = await services.db
        .transaction()
        .execute((trx) => move(trx, services, { ...by, user_id, money_model, now: services.clock() }));
      return moved === "moved" ? 1 : 0;
    },
  );
  return { ...outcome, left: rows.length - outcome.done - outcome.failed.length };
}

/** A group has its owner's model. Before its owner, as money does (docs/money.md, 6). */
async function lockOwnedGroups(trx: Transaction<DB>, ownerId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom("grouplists as g")
    .select("g.id")
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("grouplist_users as m")
          .select("m.id")
          .whereRef("m.grouplist_id", "=", "g.id")
          .where("m.creator_id", "=", ownerId)
          .where("m.status", "=", "OWNER"),
      ),
    )
    .orderBy("g.id")
    .forNoKeyUpdate("g")
    .execute();
  return rows.map(({ id }) => id);
}

/** Mails a creator moved by an operator. */
async function move(
  trx: Transaction<DB>,
  services: MoveServices,
  given: {
    user_id: string;
    money_model: MoneyModel;
    actor_id: string | null;
    action: "account.money_model" | "money_model.chosen";
    now: Date;
  },
): Promise<Move> {
  const { user_id, money_model, actor_id, action, now } = given;
  const owned = await lockOwnedGroups(trx, user_id);
  await trx.selectFrom("users").select("id").where("id", "=", user_id).forNoKeyUpdate().execute();
  const user = await modelOf(trx, user_id).select(["u.email", "u.locale"]).executeTakeFirst();
  if (!user || user.money_model === money_model) return "gone";
  if (money_model === "DIRECT" && !user.is_ready) return "not_ready";
  await trx.updateTable("users").set({ money_model, updated_at: now }).where("id", "=", user_id).execute();
  await trx
    .updateTable("grouplists")
    .set({ money_model, updated_at: now })
    .where(sql<boolean>`id = any(${owned}::uuid[])`)
    .execute();
  await writeAudit(trx, {
    ...{ actor_id, action, subject: `user:${user_id}` },
    ...{ before: { money_model: user.money_model }, after: { money_model }, now },
  });
  if (action === "account.money_model")
    await queueMail(trx, services, {
      dedupe_key: `money_model:${user_id}:${money_model}:${now.toISOString()}`,
      ...{ template: "money_model_moved", locale: user.locale, recipient: user.email, user_id },
      ...{ params: { money_model }, now },
    });
  return "moved";
}
