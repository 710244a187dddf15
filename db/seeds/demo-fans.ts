import { sql, type Transaction } from "kysely";
import { rebuildRollups } from "../../app/domain/rollups/check-rollups.server.ts";
import { i18nFor } from "../../locales/i18n.ts";
import { localeOf } from "../../locales/index.ts";
import type { DB } from "../schema.ts";
import { createRandom, type Random } from "./demo-random.ts";
import type { DemoServices, SeededCreator } from "./demo-tips.ts";

// Names for most, emails for some; older than four days is read. Sends no mail.

const NAMES =
  "Nora Olli Ines Mika Jonas Hülya Tom Lea Paul Rosa Emil Ada Bruno Clara Yusuf Frida Ben Mara Karl Zoe".split(
    " ",
  );
const DAY_MS = 86_400_000;
const READ_AFTER_DAYS = 4;

export async function nameFans(services: DemoServices, creator: SeededCreator, today: Date): Promise<void> {
  await services.db.transaction().execute(async (trx) => {
    const tips = await trx
      .selectFrom("tips")
      .select(["id", "sender_name", "paid_at", "status"])
      .where("creator_id", "=", creator.id)
      .where("paid_at", "is not", null)
      .orderBy("paid_at")
      .orderBy("id")
      .execute();
    const random = createRandom(`${creator.username}: fans`);
    const fans = tips.map((tip) => ({ id: tip.id, ...fanOf(tip.sender_name, random) }));
    await sql`
      update tips t set sender_name = f.name, sender_email = f.email, share_email = f.shares,
        fan_key = sha256(convert_to(lower(f.email), 'UTF8'))
      from jsonb_to_recordset(${JSON.stringify(fans)}::jsonb) as f (id uuid, name text, email text, shares boolean)
      where t.id = f.id`.execute(trx);
    const read = new Date(today.getTime() - READ_AFTER_DAYS * DAY_MS);
    await trx
      .updateTable("tips")
      .set({ read_at: sql`paid_at + interval '9 hours'` })
      .where("creator_id", "=", creator.id)
      .where("activated_at", "<", read)
      .execute();
    await thankSome(trx, services, creator);
    await rebuildRollups(trx, today, creator.id);
  });
}

function fanOf(given: string | null, random: Random) {
  const chosen = NAMES[random.below(NAMES.length)] ?? null;
  const name = given ?? (random.next() < 0.7 ? chosen : null);
  if (name === null) return { name, email: null, shares: false };
  const own = createRandom(name);
  const hasEmail = own.next() < 0.7;
  const address = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z]+/g, "");
  return { name, email: hasEmail ? `${address}@fans.example` : null, shares: hasEmail && own.next() < 0.5 };
}

async function thankSome(
  trx: Transaction<DB>,
  services: DemoServices,
  creator: SeededCreator,
): Promise<void> {
  const tips = await trx
    .selectFrom("tips")
    .select(["id", "sender_name", "locale", "read_at"])
    .where("creator_id", "=", creator.id)
    .where("status", "=", "ACTIVE")
    .where("sender_email", "is not", null)
    .where("read_at", "is not", null)
    .orderBy("paid_at", "desc")
    .orderBy("id")
    .execute();
  const thanked = tips.filter((_, index) => index % 7 === 0);
  for (const tip of thanked) {
    const locale = localeOf(tip.locale);
    const t = i18nFor(locale).getFixedT(locale, "dashboard");
    await trx
      .insertInto("tip_replies")
      .values({
        id: services.newId(),
        tip_id: tip.id,
        position: 1,
        message: t("reply.ready", { name: tip.sender_name ?? "" }),
        created_at: tip.read_at ?? services.clock(),
      })
      .onConflict((conflict) => conflict.columns(["tip_id", "position"]).doNothing())
      .execute();
  }
}
