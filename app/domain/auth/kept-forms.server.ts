import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Encryption } from "../../crypto/crypto.server.ts";
import { productRules } from "../../product-rules.ts";

const rules = productRules.kept_form;

export interface KeptFormServices {
  db: Kysely<DB>;
  encryption: Encryption;
  newId: () => string;
  clock: () => Date;
}

/** What a refused form showed: the page that it stands on, and the page's reply with what was typed. */
export interface KeptForm {
  page: string;
  reply: unknown;
  /** When it may be tried again, in milliseconds since 1970, if that was the refusal's reason. */
  retry_at: number | null;
}

/**
 * Keeps a refused form for its session, encrypted, for 10 minutes; the last ones of a session alone. Returns the id
 * under which the session finds it again; null when it is too long to be kept, or when the session is over.
 */
export async function keepForm(
  { db, encryption, newId, clock }: KeptFormServices,
  sessionId: string,
  form: KeptForm,
): Promise<string | null> {
  const bytes = Buffer.from(JSON.stringify(form));
  if (bytes.byteLength > rules.bytes_maximum) return null;
  const id = newId();
  const now = clock();
  const reply_encrypted = encryption.encrypt("kept-form", id, bytes);
  const { rows } = await sql`
    insert into kept_forms (id, session_id, reply_encrypted, created_at)
    select ${id}::uuid, s.id, ${reply_encrypted}, ${now} from sessions s where s.id = ${sessionId} for key share
    returning id`.execute(db);
  if (rows.length === 0) return null;
  const lastOnes = db
    .selectFrom("kept_forms")
    .select("id")
    .where("session_id", "=", sessionId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(rules.per_session);
  await db
    .deleteFrom("kept_forms")
    .where("session_id", "=", sessionId)
    .where((where) =>
      where.or([where("created_at", "<=", endedBefore(now)), where("id", "not in", lastOnes)]),
    )
    .execute();
  return id;
}

/** The form that a session kept for that page, or an act below it, while its time lasts; null for any other. */
export async function findKeptForm(
  { db, encryption, clock }: KeptFormServices,
  asked: { id: string; session_id: string; page: string },
): Promise<KeptForm | null> {
  const row = await db
    .selectFrom("kept_forms")
    .select("reply_encrypted")
    .where("id", "=", asked.id)
    .where("session_id", "=", asked.session_id)
    .where("created_at", ">", endedBefore(clock()))
    .executeTakeFirst();
  if (!row) return null;
  const form: KeptForm = JSON.parse(
    encryption.decrypt("kept-form", asked.id, row.reply_encrypted).toString(),
  );
  return form.page === asked.page || form.page.startsWith(`${asked.page}/`) ? form : null;
}

function endedBefore(now: Date): Date {
  return new Date(now.getTime() - rules.minutes * 60_000);
}
