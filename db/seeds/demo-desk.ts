import type { Tokens } from "../../app/crypto/crypto.server.ts";
import { reportContent } from "../../app/domain/content-cases/notices.server.ts";
import { savePageWords } from "../../app/domain/creator-pages/page-words.server.ts";
import { createGroup } from "../../app/domain/grouplists/own-groups.server.ts";
import { createItem } from "../../app/domain/items/items.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { type DemoServices, tellTip } from "./demo-tips.ts";
import { demoCreators } from "./world/creators.ts";

const HOUR_MS = 3_600_000;

type DeskServices = DemoServices & { tokens: Tokens };

/** Made as their users make them. Once: the report is the last. */
export async function tellDesk(services: DeskServices): Promise<void> {
  const { db } = services;
  const reported = await db.selectFrom("content_cases").select("id").limit(1).executeTakeFirst();
  if (reported) return;
  await tellReviews(services);
  const notice = {
    target: "/sternwarte.ottilie",
    reason: "RIGHTS",
    explanation: "Das Titelbild ist meine Aufnahme, ich habe sie nie freigegeben.",
    name: "Friedemann Lux",
    email: "friedemann.lux@fans.example",
    locale: "de",
  } as const;
  await reportContent({ ...hoursAgo(services, 2), publicUrl: "https://demo.example" }, notice);
}

function hoursAgo<Services extends DeskServices>(services: Services, hours: number): Services {
  const then = new Date(services.clock().getTime() - hours * HOUR_MS);
  return { ...services, clock: () => then };
}

async function tellReviews(services: DeskServices): Promise<void> {
  const { db, newId } = services;
  const band = await findCreator(services, "blech.und.brause");
  const message = "Das Video vom Hofkonzert liegt unter www.hofkonzert.example/brause";
  const sent = await db.selectFrom("tips").select("id").where("message", "=", message).executeTakeFirst();
  if (!sent)
    await tellTip(services, band, {
      ...{ at: hoursAgo(services, 9).clock(), amount_minor: 10_00, item_id: null, type: "INETCASH_CC" },
      ...{ country: "DE", message, from: "Tuba-Toni", locale: "de" },
    });
  const bees = await findCreator(services, "imkerei.hollerbusch");
  const item = { name: "Lindenhonig, Abholung 030 5550123", amount_minor: minor(8_50), image_id: null };
  await createItem(hoursAgo(services, 8), { ...item, user_id: bees.id, currency: "EUR" });
  const climate = await findCreator(services, "klima.mit.reto");
  const about = `${climate.about ?? ""}\nVorträge: www.klima-mit-reto.example`.trim();
  const page = { about, goal: null, show_supporters: climate.show_supporters };
  await savePageWords(db, climate.id, page, newId, hoursAgo(services, 7).clock(), { review_always: false });
  const gamer = await findCreator(services, "gitti.galaktisch");
  const owned = await db
    .selectFrom("grouplist_users")
    .select("id")
    .where("creator_id", "=", gamer.id)
    .where("status", "=", "OWNER")
    .executeTakeFirst();
  const group = { creator_id: gamer.id, name: "Galaktische Sechs", currency: "EUR" } as const;
  if (!owned) await createGroup(hoursAgo(services, 6), group);
}

async function findCreator({ db }: DemoServices, username: string) {
  const creator = demoCreators.find((each) => each.username === username);
  if (!creator) throw new Error(`the demo has no ${username}`);
  const row = await db
    .selectFrom("users")
    .select(["id", "about", "show_supporters"])
    .where("username", "=", username)
    .executeTakeFirstOrThrow();
  return { ...creator, ...row };
}
