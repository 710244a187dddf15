import { listGroupReceivers, markOfReceivers } from "../../app/domain/grouplists/share-out.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { startGroupTip } from "../../app/domain/tips/drafts.server.ts";
import { type DemoServices, type DemoTip, payDraft } from "./demo-tips.ts";

const DAY_MS = 86_400_000;

export const DEMO_GROUP = {
  slug: "nachtmus",
  name: "Kleine Nachtmusik",
  currency: "EUR",
  members: ["joerdis", "suse.am.damenfluegel", "blech.und.brause", "elo.dessine", "callum.and.the.fiddle"],
  invite_code: "nachtmusnachtmus",
} as const;

const TIPS = [
  { days: 41, amount_minor: 25_00, type: "INETCASH_CC", country: "DE" },
  { days: 33, amount_minor: 50_00, type: "INETCASH_OB", country: "AT" },
  { days: 19, amount_minor: 10_00, type: "INETCASH_CC", country: "DE" },
  { days: 8, amount_minor: 100_00, type: "INETCASH_DB", country: "NL" },
  { days: 2, amount_minor: 24_99, type: "INETCASH_CC", country: "CH" },
] as const;

/** Continues after an interruption. */
export async function tellGroup(services: DemoServices, today: Date): Promise<void> {
  const { db } = services;
  const group = (await findGroup(services)) ?? (await foundGroup(services, today));
  const seeded = await db
    .selectFrom("tips")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("grouplist_id", "=", group.id)
    .where("creator_id", "is", null)
    .where("paid_at", "is not", null)
    .executeTakeFirstOrThrow();
  const members = markOfReceivers(await listGroupReceivers(db, group.id, null, null));
  for (const { days, amount_minor, type, country } of TIPS.slice(seeded.count)) {
    const at = new Date(today.getTime() - days * DAY_MS);
    const id = services.newId();
    const tip: DemoTip = {
      ...{ at, amount_minor, type, country, item_id: null, message: null, from: null, locale: "de" },
    };
    await startGroupTip(db, {
      ...{ id, amount_minor: minor(amount_minor), locale: "de", earlier: null, viewer_id: null, now: at },
      ...{ group, chosen: null },
    });
    await payDraft(services, id, tip, { ...DEMO_GROUP, members });
  }
}

async function findGroup({ db }: DemoServices) {
  return await db
    .selectFrom("grouplists")
    .select(["id", "currency"])
    .where("slug", "=", DEMO_GROUP.slug)
    .executeTakeFirst();
}

async function foundGroup(services: DemoServices, today: Date) {
  const { db, newId } = services;
  const id = newId();
  const at = (minutes: number) => new Date(today.getTime() - 60 * DAY_MS + minutes * 60_000);
  const { slug, name, currency, invite_code, members } = DEMO_GROUP;
  const users = await db
    .selectFrom("users")
    .select(["id", "username"])
    .where("username", "in", members)
    .execute();
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto("grouplists")
      .values({
        ...{ id, slug, name, currency, invite_code, status: "APPROVED", ranking_enabled_at: at(0) },
        ...{ created_at: at(0), updated_at: at(0) },
      })
      .execute();
    await trx
      .insertInto("grouplist_users")
      .values(
        members.map((username, place) => ({
          ...{ id: newId(), grouplist_id: id, asked_at: at(place), joined_at: at(place) },
          creator_id: users.find((user) => user.username === username)?.id ?? "",
          status: place === 0 ? ("OWNER" as const) : ("MEMBER" as const),
        })),
      )
      .execute();
  });
  return { id, currency };
}
