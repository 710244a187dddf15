import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Tokens } from "../../crypto/crypto.server.ts";
import { productRules } from "../../product-rules.ts";
import { writeAudit } from "../audit/audit.server.ts";
import type { Jobs } from "../jobs.ts";
import { queueMail } from "../mails/outbox.server.ts";
import { requireOperator } from "../users/user.server.ts";
import { isEmailTaken } from "./email-change.server.ts";

interface Services {
  db: Kysely<DB>;
  jobs: Jobs;
  clock: () => Date;
  newId: () => string;
}

/** The mailed link opens registration once. "email_taken" as for a registration (docs/product.md, 6.1). */
export async function inviteCreator(
  services: Services,
  given: { operator_id: string; email: string; locale: string },
): Promise<"invited" | "email_taken"> {
  const { email, locale, operator_id } = given;
  const now = services.clock();
  const id = services.newId();
  return await services.db.transaction().execute(async (trx) => {
    await requireOperator(trx, operator_id, "support");
    if (await isEmailTaken(trx, email, now)) return "email_taken";
    const expires_at = new Date(now.getTime() + productRules.creator_invitation_days * 86_400_000);
    await trx.insertInto("creator_invitations").values({ id, email, made_at: now, expires_at }).execute();
    await queueMail(trx, services, {
      ...{ dedupe_key: `creator-invitation:${id}`, template: "creator_invitation", locale },
      ...{ recipient: email, user_id: null, params: { token_id: id }, now },
    });
    await writeAudit(trx, {
      ...{ actor_id: operator_id, action: "creator.invited", subject: `creator_invitation:${id}` },
      ...{ before: null, after: null, now },
    });
    return "invited";
  });
}

export async function isInvited(
  { db, clock, tokens }: Pick<Services, "db" | "clock"> & { tokens: Tokens },
  token: string | null,
): Promise<boolean> {
  const id = token === null ? null : tokens.verify("creator-invitation", token);
  if (id === null) return false;
  const found = await db
    .selectFrom("creator_invitations")
    .select("id")
    .where("id", "=", id)
    .where("expires_at", ">", clock())
    .executeTakeFirst();
  return found !== undefined;
}

/** False if wrong, used or expired. */
export async function takeInvitation(
  trx: Transaction<DB>,
  tokens: Tokens,
  token: string | null,
  now: Date,
): Promise<boolean> {
  const id = token === null ? null : tokens.verify("creator-invitation", token);
  if (id === null) return false;
  const taken = await trx
    .deleteFrom("creator_invitations")
    .where("id", "=", id)
    .where("expires_at", ">", now)
    .returning("id")
    .executeTakeFirst();
  return taken !== undefined;
}
