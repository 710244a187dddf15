import { businessDate } from "../../app/domain/calendar.ts";
import { addItem } from "../../app/domain/items/items.server.ts";
import { storeRenditions } from "../../app/domain/media/media.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { setSocialLinks } from "../../app/domain/users/settings.server.ts";
import { createAccount, setStatus } from "../../app/domain/users/user.server.ts";
import type { AccountStatus } from "../../app/domain/users/viewer.ts";
import type { DemoServices } from "./demo-tips.ts";
import type { DemoCreator } from "./world/creator-type.ts";
import { picturesOf, readRenditions } from "./world/pictures.ts";

const DAY_MS = 86_400_000;

/** CHARGEBACK comes from a dispute; submissions follow in demo-verifications.ts. */
const PATHS: Record<DemoCreator["status"], AccountStatus[]> = {
  CREATED: [],
  PENDING: [],
  ACTIVE: ["PENDING", "ACTIVE"],
  DECLINED: [],
  LOCKED: ["PENDING", "ACTIVE", "LOCKED"],
  CHARGEBACK: ["PENDING", "ACTIVE"],
};

const REASONS: Partial<Record<AccountStatus, string>> = { PENDING: "handed_in", ACTIVE: "accepted" };

/** Atomic; reuses an existing account. Returns its id. */
export async function settleCreator(
  services: DemoServices,
  creator: DemoCreator,
  today: Date,
  signal: AbortSignal,
): Promise<string> {
  const { db } = services;
  const settled = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", creator.email)
    .executeTakeFirst();
  if (settled) return settled.id;
  const goal = creator.page?.goal;
  const id = services.newId();
  const joined = new Date(today.getTime() - creator.joinedDaysAgo * DAY_MS);
  const pictureIds = await storePictures(services, creator, { owner_id: id, now: joined }, signal);
  await db.transaction().execute(async (trx) => {
    const country = await trx
      .selectFrom("countries")
      .select("id")
      .where("iso_3166_1", "=", creator.country)
      .executeTakeFirstOrThrow();
    await createAccount(trx, {
      id,
      now: joined,
      email: creator.email,
      name: creator.name,
      username: creator.username,
      currency: creator.currency,
      locale: creator.locale,
      avatar_id: pictureIds.get("avatar") ?? null,
      header_id: pictureIds.get("header") ?? null,
      firstname: creator.firstname,
      lastname: creator.lastname,
      country_id: country.id,
      company: creator.company ?? null,
      eu_ust_id: creator.euUstId ?? null,
      address: creator.address,
      zipcode: creator.zipcode,
      city: creator.city,
      date_of_birth: creator.dateOfBirth,
      email_verified_at: joined,
      verification_terms_accepted_at: joined,
      ranking_enabled_at: creator.rankingEnabled ? joined : null,
      default_price_per_message_minor: creator.defaultPricePerMessageMinor,
      show_online_status: creator.showOnlineStatus,
      // Demo users stay online.
      last_seen_at: creator.online ? new Date(today.getTime() + 3650 * DAY_MS) : joined,
      featured_at: creator.featured ? joined : null,
      about: creator.page?.about ?? null,
      goal_title: goal?.title ?? null,
      goal_minor: goal?.amount_minor ?? null,
      goal_currency: goal ? creator.currency : null,
      goal_from: goal ? businessDate(new Date(today.getTime() - goal.daysAgo * DAY_MS)) : null,
      show_supporters: creator.page?.supporters ?? false,
      ...amountColumns(creator),
    });
    await setSocialLinks(
      trx,
      id,
      creator.social.map(({ network, handle, visible }) => ({ network, handle, is_visible: visible })),
    );
    for (const status of PATHS[creator.status]) {
      const reason = REASONS[status] ?? "Several artists reported pictures as theirs.";
      await setStatus(trx, id, status, reason, joined);
    }
    for (const item of creator.items) {
      await addItem(trx, {
        id: services.newId(),
        user_id: id,
        name: item.name,
        amount_minor: minor(item.amount_minor),
        currency: creator.currency,
        image_id: item.picture ? (pictureIds.get(`item-${item.picture}`) ?? null) : null,
        is_reviewed: true,
        now: joined,
      });
    }
  });
  return id;
}

function amountColumns({ amounts, currency }: DemoCreator) {
  if (!amounts) return {};
  const { presets_minor, marked, onlyItems } = amounts;
  return {
    tip_amounts_minor: presets_minor && [...presets_minor],
    tip_amounts_currency: presets_minor && currency,
    marked_amount_minor: marked ?? null,
    marks_often_chosen: marked === undefined,
    only_items: onlyItems ?? false,
  };
}

async function storePictures(
  services: DemoServices,
  creator: DemoCreator,
  { owner_id, now }: { owner_id: string; now: Date },
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const pictureIds = new Map<string, string>();
  const drawn = await Promise.all(
    picturesOf(creator).map(async (picture) => ({ ...picture, renditions: await readRenditions(picture) })),
  );
  for (const picture of drawn) {
    signal.throwIfAborted();
    const pictureId = services.newId();
    await storeRenditions(services, {
      id: pictureId,
      key: picture.key,
      is_public: true,
      owner_id,
      renditions: picture.renditions,
      now,
    });
    pictureIds.set(picture.name, pictureId);
  }
  return pictureIds;
}
