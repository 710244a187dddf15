import { type Kysely, sql, type Transaction } from "kysely";
import { z } from "zod";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import type { Jobs } from "../jobs.ts";
import { queueMail } from "../mails/outbox.server.ts";
import { isStoredUnchanged, parseOutsideJson, readShortText } from "../outside-json.server.ts";
import { isReverseCharge } from "./eu-vat.ts";
import { splitForVies, VIES_STATES, type ViesSettings } from "./vat-id.schema.ts";

const PATIENCE_MS = 20_000;
const LARGEST_BYTES = 20_000;

class ViesUnavailable extends Error {
  override name = "ViesUnavailable";
}

interface ViesAnswer {
  is_valid: boolean;
  request_identifier: string | null;
  name: string | null;
  address: string | null;
}

/** VIES writes "---" for nothing. */
const words = z
  .string()
  .max(2_000)
  .nullish()
  .transform((text) => (text == null || /^[\s-]*$/.test(text) ? null : text.trim()));

const answerSchema = z.object({
  countryCode: z.string(),
  vatNumber: z.string(),
  valid: z.boolean(),
  requestIdentifier: words,
  name: words,
  address: words,
});

const refusalSchema = z.object({
  actionSucceed: z.literal(false),
  errorWrappers: z.array(z.object({ error: z.string().regex(/^[A-Z_]{1,60}$/) })).min(1),
});

/** Throws ViesUnavailable: an outage says nothing about the id. */
async function askVies(
  { url, requester }: ViesSettings,
  vatId: string,
  patienceMs = PATIENCE_MS,
): Promise<ViesAnswer> {
  const asked = splitForVies(vatId);
  if (asked === null) throw new RangeError("VIES does not know this state");
  const own = requester === null ? null : splitForVies(requester);
  const { status, text } = await post(`${url.replace(/\/$/, "")}/check-vat-number`, patienceMs, {
    ...asked,
    ...(own && { requesterMemberStateCode: own.countryCode, requesterNumber: own.vatNumber }),
  });
  const body = parseOutsideJson(text, isStoredUnchanged);
  const refusal = refusalSchema.safeParse(body);
  if (refusal.success) throw new ViesUnavailable(refusal.data.errorWrappers[0]?.error);
  if (status !== 200) throw new ViesUnavailable(`HTTP_${status}`);
  const answer = answerSchema.safeParse(body);
  if (!answer.success) throw new ViesUnavailable("UNEXPECTED_ANSWER");
  const { countryCode, vatNumber, valid, requestIdentifier, name, address } = answer.data;
  if (countryCode !== asked.countryCode || bare(vatNumber) !== bare(asked.vatNumber))
    throw new ViesUnavailable("ANSWER_ABOUT_ANOTHER_ID");
  return { is_valid: valid, request_identifier: requestIdentifier, name, address };
}

const bare = (number: string) => number.toUpperCase().replace(/[^A-Z0-9+*]/g, "");

async function post(
  url: string,
  patienceMs: number,
  call: Record<string, string>,
): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(call),
      redirect: "error",
      signal: AbortSignal.timeout(patienceMs),
    });
    return { status: response.status, text: await readShortText(response.body, LARGEST_BYTES) };
  } catch (error) {
    throw new ViesUnavailable("NO_ANSWER", { cause: error });
  }
}

const rules = productRules.vies;
const DAY_MS = 86_400_000;

interface CheckServices {
  db: Kysely<DB>;
  clock: () => Date;
  newId: () => string;
  jobs: Jobs;
}

/** A job looks the new id up; those outside VIES are never sent. */
export async function noteVatId(
  trx: Transaction<DB>,
  given: { user_id: string; vat_id: string | null; now: Date },
): Promise<void> {
  const { user_id: creator_id, vat_id, now } = given;
  await trx
    .deleteFrom("vat_id_checks")
    .where("creator_id", "=", creator_id)
    .where("state", "=", "UNCHECKED")
    .execute();
  if (vat_id === null || splitForVies(vat_id) === null) return;
  await trx.insertInto("vat_id_checks").values({ creator_id, vat_id, asked_at: now, due_at: now }).execute();
}

/** Outside of transactions. An outage only delays the next try (docs/product.md, 7.5). */
export async function checkVatIds(
  services: CheckServices,
  vies: ViesSettings,
  patienceMs?: number,
): Promise<{ answered: number; outages: string[] }> {
  const outages: string[] = [];
  let answered = 0;
  for (let count = 0; count < rules.checks_of_run; count += 1) {
    const due = await takeDue(services.db, services.clock());
    if (!due) break;
    try {
      const answer = await askVies(vies, due.vat_id, patienceMs);
      await services.db.transaction().execute((trx) => keepAnswer(trx, services, due, answer));
      answered += 1;
    } catch (error) {
      if (!(error instanceof ViesUnavailable)) throw error;
      outages.push(error.message);
      await services.db
        .updateTable("vat_id_checks")
        .set({ last_error: error.message })
        .where("id", "=", due.id)
        .where("state", "=", "UNCHECKED")
        .execute();
    }
  }
  return { answered, outages };
}

interface DueCheck {
  id: number;
  creator_id: string;
  vat_id: string;
}

/** Before the call, in case the process dies. */
async function takeDue(db: Kysely<DB>, now: Date): Promise<DueCheck | null> {
  const { rows } = await sql<DueCheck>`
    update vat_id_checks set attempts = attempts + 1,
      due_at = ${now}::timestamptz + least(interval '1 minute' * power(2, least(attempts, 20)), interval '1 day')
    where id = (
      select id from vat_id_checks where state = 'UNCHECKED' and due_at <= ${now}
      order by due_at, id limit 1 for update skip locked
    ) returning id, creator_id, vat_id`.execute(db);
  return rows[0] ?? null;
}

async function keepAnswer(
  trx: Transaction<DB>,
  services: CheckServices,
  due: DueCheck,
  { is_valid, request_identifier, name, address }: ViesAnswer,
): Promise<void> {
  const now = services.clock();
  // The creator first, as a withdrawal, whose fee depends on it.
  const creator = await trx
    .selectFrom("users")
    .select(["email", "locale", vatIdIsRefused("users").as("is_vat_id_refused")])
    .select(
      sql<string | null>`(select c.iso_3166_1 from countries c where c.id = users.country_id)`.as("country"),
    )
    .where("id", "=", due.creator_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const kept = await trx
    .updateTable("vat_id_checks")
    .set({ state: is_valid ? "VALID" : "INVALID", request_identifier, name, address, checked_at: now })
    .set({ last_error: null })
    .where("id", "=", due.id)
    .where("state", "=", "UNCHECKED")
    .executeTakeFirst();
  const endsReverseCharge = !is_valid && isReverseCharge({ ...creator, eu_ust_id: due.vat_id });
  if (kept.numUpdatedRows === 0n || !endsReverseCharge) return;
  await queueMail(trx, services, {
    dedupe_key: `vat-id-refused:${due.id}`,
    template: "vat_id_refused",
    locale: creator.locale,
    recipient: creator.email,
    user_id: due.creator_id,
    params: { vat_id: due.vat_id, checked_at: now.toISOString() },
    now,
  });
}

/** Some per run; locked creators wait. Returns the number. */
export async function renewVatIdChecks(db: Kysely<DB>, now: Date): Promise<number> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const [old, oldInvalid] = [before(rules.renewed_after_days), before(rules.invalid_renewed_after_days)];
  const { numAffectedRows } = await sql`
    insert into vat_id_checks (creator_id, vat_id, asked_at, due_at)
    select u.id, u.eu_ust_id, ${now}, ${now} from users u
    where u.eu_ust_id is not null and left(u.eu_ust_id, 2) = any(${[...VIES_STATES]}::text[])
      and not exists (select from vat_id_checks c where c.creator_id = u.id and c.state = 'UNCHECKED')
      and not exists (select from vat_id_checks c
        where c.creator_id = u.id and c.vat_id = u.eu_ust_id and c.checked_at > case c.state when 'INVALID' then ${oldInvalid}::timestamptz else ${old}::timestamptz end)
    order by u.id limit ${rules.renewals_of_run}
    for no key update of u skip locked
    on conflict do nothing`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

export type VatIdStanding =
  | { kind: "VALID" | "INVALID"; name: string | null; checked_at: Date }
  | { kind: "UNCHECKED" }
  | { kind: "OFF" }
  | { kind: "ELSEWHERE" };

export async function findVatIdStanding(
  db: Kysely<DB>,
  user: { id: string; eu_ust_id: string | null },
  isOn: boolean,
): Promise<VatIdStanding | null> {
  if (user.eu_ust_id === null) return null;
  if (splitForVies(user.eu_ust_id) === null) return { kind: "ELSEWHERE" };
  const newest = await db
    .selectFrom("vat_id_checks")
    .select(["state", "name", "checked_at"])
    .where("creator_id", "=", user.id)
    .where("vat_id", "=", user.eu_ust_id)
    .where("state", "<>", "UNCHECKED")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!newest || newest.state === "UNCHECKED" || newest.checked_at === null)
    return { kind: isOn ? "UNCHECKED" : "OFF" };
  return { kind: newest.state, name: newest.name, checked_at: newest.checked_at };
}

export function vatIdIsRefused(users: string) {
  return sql<boolean>`coalesce((
    select c.state = 'INVALID' from vat_id_checks c
    where c.creator_id = ${sql.ref(`${users}.id`)} and c.vat_id = ${sql.ref(`${users}.eu_ust_id`)}
      and c.state <> 'UNCHECKED'
    order by c.id desc limit 1), false)`;
}
