import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { type Tokens, tokenHash } from "../../crypto/crypto.server.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { queueMail } from "../mails/outbox.server.ts";
import type { CaseReason, CaseSide } from "./content-case.schema.ts";

/** Stores only a hash; earlier links stay valid. */
export async function makeCaseLink(
  trx: Transaction<DB>,
  services: { tokens: Pick<Tokens, "sign">; newId: () => string },
  given: { case_id: string; side: CaseSide; now: Date },
): Promise<string> {
  const id = services.newId();
  const token_hash = tokenHash(services.tokens.sign("content-case", id));
  await trx
    .insertInto("content_case_links")
    .values({ token_hash, case_id: given.case_id, side: given.side, made_at: given.now })
    .execute();
  return id;
}

/** Null if invalid, void, or the case is over. */
export async function findCaseLink(
  services: { db: Kysely<DB>; tokens: Pick<Tokens, "verify"> },
  token: string,
): Promise<{ case_id: string; side: CaseSide } | null> {
  if (services.tokens.verify("content-case", token) === null) return null;
  const link = await services.db
    .selectFrom("content_case_links")
    .select(["case_id", "side"])
    .where("token_hash", "=", tokenHash(token))
    .where("is_void", "=", false)
    .executeTakeFirst();
  return link ? { case_id: link.case_id, side: link.side === "CREATOR" ? "CREATOR" : "REPORTER" } : null;
}

export interface CaseServices {
  db: Kysely<DB>;
  clock: () => Date;
  newId: () => string;
  tokens: Pick<Tokens, "sign" | "verify">;
  jobs: Jobs;
  publicUrl: string;
}

/** Returns the token of the reporter's page. */
export async function reportContent(
  services: CaseServices,
  notice: {
    target: string;
    reason: CaseReason;
    explanation: string;
    name: string | null;
    email: string | null;
    locale: string;
  },
): Promise<string> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx) => {
    const { number, id } = await trx
      .insertInto("content_cases")
      .values({
        id: services.newId(),
        target: notice.target,
        creator_id: await findOwner(trx, notice.target, services.publicUrl),
        reason: notice.reason,
        explanation: notice.explanation,
        reporter_name: notice.name,
        reporter_email: notice.email,
        locale: notice.locale,
        status: "OPEN",
        waiting_since: now,
        received_at: now,
        changed_at: now,
      })
      .returning(["id", "number"])
      .executeTakeFirstOrThrow();
    if (notice.email !== null) {
      const token_id = await makeCaseLink(trx, services, { case_id: id, side: "REPORTER", now });
      await queueMail(trx, services, {
        dedupe_key: `content-notice:${id}`,
        template: "content_notice",
        locale: notice.locale,
        recipient: notice.email,
        user_id: null,
        params: { token_id, number: Number(number) },
        now,
      });
    }
    // A mailed link may be read by others, so the browser has its own.
    const shown = await makeCaseLink(trx, services, { case_id: id, side: "REPORTER", now });
    return services.tokens.sign("content-case", shown);
  });
}

/** By an address of ours; a group's owner. */
async function findOwner(trx: Transaction<DB>, target: string, publicUrl: string): Promise<string | null> {
  const { host, protocol } = new URL(publicUrl);
  const isBare = target.toLowerCase().startsWith(`${host}/`);
  const address = isBare ? `${protocol}//${target}` : target;
  const url =
    URL.canParse(address, publicUrl) && /^(\/|https?:)/i.test(address) ? new URL(address, publicUrl) : null;
  if (url === null || url.host !== host) return null;
  const [, name = "", group = ""] = url.pathname.toLowerCase().split("/");
  if (name === "gl") {
    const { rows: owners } = await sql<{ id: string }>`
      select m.creator_id as id from grouplists g join grouplist_users m on m.grouplist_id = g.id
      where g.slug = ${group} and m.status = 'OWNER'`.execute(trx);
    return owners[0]?.id ?? null;
  }
  const { rows } = await sql<{ id: string }>`
    select id from users where lower(username) = ${name} and role = 'CREATOR' and deleted_at is null
    union all
    select user_id from username_history where username = ${name}
    limit 1`.execute(trx);
  return rows[0]?.id ?? null;
}

/** Once per side, within the decision's months. */
export async function complain(
  services: CaseServices,
  given: { token: string; text: string },
): Promise<"complained" | "too_late" | "gone"> {
  const link = await findCaseLink(services, given.token);
  if (!link) return "gone";
  const now = services.clock();
  return await services.db.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom("content_cases")
      .select("status")
      .where("id", "=", link.case_id)
      .where("is_emptied", "=", false)
      .forUpdate()
      .executeTakeFirst();
    const last = await trx
      .selectFrom("content_decisions")
      .select("complaints_until")
      .where("case_id", "=", link.case_id)
      .orderBy("decided_at", "desc")
      .limit(1)
      .executeTakeFirst();
    if (!found || !last) return "gone";
    if (last.complaints_until <= now) return "too_late";
    const added = await trx
      .insertInto("content_complaints")
      .values({ id: services.newId(), ...link, text: given.text, made_at: now })
      .onConflict((conflict) => conflict.columns(["case_id", "side"]).doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!added) return "gone";
    await trx
      .updateTable("content_cases")
      .set((eb) => ({
        status: "COMPLAINT",
        waiting_since: eb.fn.coalesce("waiting_since", eb.val(now)),
        changed_at: now,
      }))
      .where("id", "=", link.case_id)
      .execute();
    return "complained";
  });
}
