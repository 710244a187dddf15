import { randomUUID } from "node:crypto";
import { unzipSync } from "fflate";
import { sql } from "kysely";
import sharp from "sharp";
import { describe, expect } from "vitest";
import { createEncryption, createTokens } from "../../app/crypto/crypto.server.ts";
import { deleteAccount, requestDeletion } from "../../app/domain/auth/deletion.server.ts";
import { confirmEmailChange, requestEmailChange } from "../../app/domain/auth/email-change.server.ts";
import { hashPassword } from "../../app/domain/auth/passwords.server.ts";
import { openSession } from "../../app/domain/auth/sessions.server.ts";
import { exportAccount } from "../../app/domain/data-export/data-export.server.ts";
import { deleteDocument, deleteImage, storeDocument } from "../../app/domain/media/media.server.ts";
import {
  findRenamed,
  removeProfilePicture,
  saveProfile,
  setProfilePicture,
} from "../../app/domain/users/profile.server.ts";
import { setCurrency } from "../../app/domain/users/settings.server.ts";
import { readAllRows } from "../support/database/all-rows.ts";
import { all } from "../support/database/at-once.ts";
import { test as it } from "../support/domain-test.ts";
import { memoryStore } from "../support/fixtures/memory-store.ts";
import { createCreator, createTipWorld, payTip, type TipWorld } from "../support/money/tip-world.ts";
import { redeem } from "../support/money/voucher-story.ts";
import { buyVoucher } from "../support/money/vouchers.ts";

const DAY_MS = 86_400_000;
const tokens = createTokens("a secret of at least thirty-two characters");
const encryption = createEncryption("a secret of at least thirty-two characters");
const reserved = new Set(["login"]);

let world: TipWorld;
const media = memoryStore();

it.beforeAll(({ database }) => {
  world = createTipWorld(database.db);
});

const profile = (username: string) => ({
  username,
  name: "Ada Kessler",
  firstname: "Ada",
  lastname: "Kessler",
  country_id: null,
  company: null,
  eu_ust_id: null,
  address: "Gasse 7",
  zipcode: "04229",
  city: "Leipzig",
  date_of_birth: "1991-03-29",
});
const later = (days: number) => new Date(world.clock().getTime() + days * DAY_MS);
const picture = () =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: "#c8451b" } })
    .png()
    .toBuffer();

describe("a username", () => {
  it("a username can be changed once in 30 days, and its old address redirects to the new one for 90 days", async () => {
    const creator = await createCreator(world, { username: "erste.adresse" });
    const save = (username: string, now: Date) =>
      saveProfile(world.db, creator.id, profile(username), reserved, now);
    expect(await save("zweite.adresse", world.clock())).toEqual({ outcome: "saved" });
    expect(await findRenamed(world.db, "ERSTE.adresse", later(89))).toBe("zweite.adresse");
    expect(await findRenamed(world.db, "erste.adresse", later(91))).toBeNull();
    expect(await save("dritte.adresse", later(29))).toEqual({
      outcome: "username_too_soon",
      until: later(30),
    });
    expect(await save("Zweite.Adresse", later(29))).toEqual({ outcome: "saved" });
    expect(await save("dritte.adresse", later(31))).toEqual({ outcome: "saved" });
    expect(await findRenamed(world.db, "zweite.adresse", later(31))).toBe("dritte.adresse");
  });

  it("a username that is in use, was in use within 90 days, or is reserved cannot be taken", async () => {
    const owner = await createCreator(world, { username: "begehrt" });
    const other = await createCreator(world, { username: "neidisch" });
    const take = (username: string, now = world.clock()) =>
      saveProfile(world.db, other.id, profile(username), reserved, now);
    for (const name of ["BEGEHRT", "login", "admin", "x", "a.json"])
      expect(await take(name), name).toEqual({ outcome: "username_invalid" });
    await saveProfile(world.db, owner.id, profile("weitergezogen"), reserved, world.clock());
    expect(await take("begehrt")).toEqual({ outcome: "username_invalid" });
    expect(await take("begehrt", later(91))).toEqual({ outcome: "saved" });
  });

  it("a username that two accounts ask for at the same time goes to one of them", async () => {
    const rivals = await Promise.all(
      ["rivale.eins", "rivale.zwei"].map((username) => createCreator(world, { username })),
    );
    const outcomes = await Promise.all(
      rivals.map((each) => saveProfile(world.db, each.id, profile("der.eine"), reserved, world.clock())),
    );
    expect(outcomes.map((each) => each.outcome).sort()).toEqual(["saved", "username_invalid"]);
  });
});

it("a new picture replaces the old one, whose files are deleted; a file that is no picture changes nothing", async () => {
  const creator = await createCreator(world);
  const services = { db: world.db, media, newId: world.newId, clock: world.clock };
  const avatar = async () =>
    (
      await world.db
        .selectFrom("users")
        .select("avatar_id")
        .where("id", "=", creator.id)
        .executeTakeFirstOrThrow()
    ).avatar_id;
  expect(await setProfilePicture(services, creator.id, "avatar", await picture())).toBe("saved");
  const first = await avatar();
  expect(await setProfilePicture(services, creator.id, "avatar", Buffer.from("<svg onload=alert(1)>"))).toBe(
    "file_format",
  );
  expect(await avatar()).toBe(first);
  expect(await setProfilePicture(services, creator.id, "avatar", await picture())).toBe("saved");
  expect(media.keys().filter((key) => key.startsWith(`${first}/`))).toEqual([]);
  await removeProfilePicture(services, creator.id, "avatar");
  expect(await avatar()).toBeNull();
});

it("a picture shows the part that its owner chose", async () => {
  const creator = await createCreator(world);
  const services = { db: world.db, media, newId: world.newId, clock: world.clock };
  const half = { width: 200, height: 200, channels: 3 as const };
  const picture = await sharp({ create: { ...half, width: 400, background: "#00ff00" } })
    .composite([
      {
        input: await sharp({ create: { ...half, background: "#ff0000" } })
          .png()
          .toBuffer(),
        left: 200,
        top: 0,
      },
    ])
    .png()
    .toBuffer();
  const colourAt = async (x_percent: number) => {
    const crop = { x_percent, y_percent: 50, zoom_percent: 100 };
    await setProfilePicture(services, creator.id, "avatar", picture, crop);
    const key = media.keys().findLast((each) => each.endsWith("/m.webp")) ?? "";
    const { dominant } = await sharp((await media.get(key)) ?? undefined).stats();
    return dominant.r > dominant.g ? "red" : "green";
  };
  expect(await colourAt(0)).toBe("green");
  expect(await colourAt(100)).toBe("red");
});

it("an email address that two accounts want goes to the first to confirm it; the other's link waits for it to be free again", async () => {
  const rivals = await Promise.all([createCreator(world), createCreator(world)]);
  const wanted = "Begehrt@person.example";
  const links = await all(rivals, async (rival, number) => {
    const ids = [`${rival.id}-token`, ...Array.from({ length: 9 }, () => randomUUID())];
    const services = { ...world, tokens, newId: () => ids.shift() ?? randomUUID() };
    const email = number === 0 ? wanted : wanted.toLowerCase();
    expect(await requestEmailChange(services, { user_id: rival.id, email })).toBe("sent");
    return tokens.sign("email", `${rival.id}-token`);
  });
  const confirm = (link: string) => confirmEmailChange({ ...world, tokens }, link);
  const outcomes = await all(links, confirm);
  expect(outcomes.filter(Boolean)).toHaveLength(1);
  const winner = outcomes.findIndex(Boolean);
  expect(await confirm(links[winner] ?? "")).toBeNull();
  const loser = links[1 - winner] ?? "";
  expect(await confirm(loser)).toBeNull();
  await world.db
    .updateTable("users")
    .set({ email: "frei@person.example" })
    .where("id", "=", rivals[winner]?.id ?? "")
    .execute();
  expect(await confirm(loser)).toEqual({ user_id: rivals[1 - winner]?.id });
});

it("another currency removes the message price and leaves everything else as it is", async () => {
  const creator = await createCreator(world, { default_price_per_message_minor: 500 });
  await setCurrency(world.db, creator.id, "GBP", world.clock());
  const row = await world.db
    .selectFrom("users")
    .select(["currency", "default_price_per_message_minor", "status"])
    .where("id", "=", creator.id)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ currency: "GBP", default_price_per_message_minor: null, status: "ACTIVE" });
});

describe("a deletion", () => {
  /** What is certainly about this person, wherever it stands. */
  const PERSONAL = [
    "geheimnis@person.example",
    "vergissmeinnicht",
    "Adelheid",
    "Kesselflicker",
    "Zwölfuhrgasse",
    "Kleinposemuckel",
    "1990-02-28",
    "ein.handle.von.ihr",
  ];

  async function person() {
    const creator = await createCreator(world, { username: "vergissmeinnicht" });
    const { db } = world;
    const hers = {
      ...profile("vergissmeinnicht"),
      firstname: "Adelheid",
      lastname: "Kesselflicker",
      address: "Zwölfuhrgasse 12",
      city: "Kleinposemuckel",
      date_of_birth: "1990-02-28",
    };
    await saveProfile(db, creator.id, hers, reserved, world.clock());
    await db
      .updateTable("users")
      .set({ email: "geheimnis@person.example", password_hash: await hashPassword("zwölf tassen tee") })
      .where("id", "=", creator.id)
      .execute();
    await db
      .insertInto("social_links")
      .values({ user_id: creator.id, network: "twitter", handle: "ein.handle.von.ihr", is_visible: true })
      .execute();
    await setProfilePicture({ ...world, media }, creator.id, "avatar", await picture());
    const document = await storeDocument(
      { ...world, media, encryption },
      { id: world.newId(), bytes: await picture() },
    );
    if (document.outcome !== "stored") throw new Error("the document was refused");
    const { id, content_type, byte_count } = document;
    await db
      .insertInto("verification_documents")
      .values({
        id,
        content_type,
        byte_count,
        user_id: creator.id,
        kind: "mediafile_pass",
        created_at: world.clock(),
      })
      .execute();
    await openSession(db, {
      id: world.newId(),
      user_id: creator.id,
      user_agent: "Mozilla",
      has_second_factor: false,
      now: world.clock(),
    });
    return creator;
  }

  /** The token of the mail that waits in the outbox. */
  async function mailedToken(recipient: string): Promise<string> {
    const mail = await world.db
      .selectFrom("mail_outbox")
      .select("params")
      .where("recipient", "=", recipient)
      .where("template", "=", "deletion")
      .executeTakeFirstOrThrow();
    return tokens.sign("deletion", (mail.params as { token_id: string }).token_id);
  }

  it("a deletion leaves no personal data in the database or the storage", async () => {
    const creator = await person();
    const before = await readAllRows(world.db);
    for (const datum of PERSONAL) expect(before, datum).toContain(datum);
    const services = { ...world, tokens };
    expect(await requestDeletion(services, creator.id)).toBe("sent");
    const token = await mailedToken("geheimnis@person.example");
    const other = await createCreator(world);
    expect(await deleteAccount(services, { user_id: other.id, token })).toBe("link_void");
    const outcomes = await Promise.all(
      [1, 2].map(() => deleteAccount(services, { user_id: creator.id, token })),
    );
    expect(outcomes.sort()).toEqual(["deleted", "link_void"]);
    const after = await readAllRows(world.db);
    for (const datum of PERSONAL) expect(after, datum).not.toContain(datum);
    const { rows } = await sql<{ data: { media_ids: string[]; document_ids: string[] } }>`
      select data from pgboss.job where name = 'media.erase' order by created_on desc limit 1`.execute(
      world.db,
    );
    const erased = rows[0]?.data ?? { media_ids: [], document_ids: [] };
    for (const id of erased.media_ids) await deleteImage({ db: world.db, media }, id);
    for (const id of erased.document_ids) await deleteDocument({ media }, id);
    const ids = [...erased.media_ids, ...erased.document_ids];
    expect(ids).toHaveLength(2);
    expect(media.keys().filter((key) => ids.some((id) => key.startsWith(id)))).toEqual([]);
  });

  it("a deletion is refused while the account has a balance, a debt or an open payout", async () => {
    const creator = await createCreator(world);
    await payTip(world, creator, {});
    expect(await requestDeletion({ ...world, tokens }, creator.id)).toBe("balance_open");
  });
});

it("the export of an account holds what is kept, pictures included, and nobody else's secrets", async () => {
  const creator = await createCreator(world, { username: "mitnehmerin" });
  await saveProfile(world.db, creator.id, profile("mitnehmerin"), reserved, world.clock());
  await setProfilePicture({ ...world, media }, creator.id, "avatar", await picture());
  await payTip(world, creator, { message: "Für dich", email: "ada@example.org" });
  const bought = await buyVoucher(world, { email: "ida@example.org" });
  await redeem(world, bought, creator);
  const files = unzipSync(
    await exportAccount({ db: world.db, media, encryption }, creator.id, world.clock()),
  );
  expect(Object.keys(files).filter((name) => name.startsWith("pictures/"))).toHaveLength(1);
  const read = (name: string) => new TextDecoder().decode(files[name]);
  expect(read("account.json")).toContain("Gasse 7");
  expect(read("account.json")).not.toContain("password");
  expect(read("account.json")).toContain('"accepted_terms_version": 0');
  expect(read("tips.json")).toContain("Für dich");
  // The fan has not agreed to show it.
  expect(read("tips.json")).not.toContain("ada@example.org");
  // Who bought the voucher is no business of who redeemed it, and its code is worth nothing any more.
  expect(JSON.parse(read("voucher-redemptions.json"))).toMatchObject([
    { status: "DONE", amount_minor: 25_00 },
  ]);
  for (const name of Object.keys(files).filter((each) => each.endsWith(".json")))
    expect(read(name)).not.toMatch(new RegExp(`ida@example|${bought.code}`));
});
