import { createTokens } from "../../../app/crypto/crypto.server.ts";
import { requestPayoutData } from "../../../app/domain/payouts/destinations/payout-data.server.ts";
import { records } from "../database/records.ts";
import { jpegWithPlace, pdf } from "../fixtures/upload-corpus.ts";
import { payHeldTip } from "../money/held-tip.ts";
import { confirmPaid, requestPayout } from "../money/paid-payouts.ts";
import { sharedPayoutWorld } from "../money/payable-account.ts";
import { acceptPayoutData, earn, GERMAN_BANK } from "../money/payout-world.ts";
import { multipart, wireFan } from "./http-client.ts";
import { TEST_SECRETS } from "./product.ts";
import { PASSWORD, type SignedIn, signInCreator } from "./signed-in.ts";
import { cookieOf, makeAccount } from "./users.ts";

/** A creator with a thing of every kind, by whose ids strangers try to get at it. */
export interface Owner extends SignedIn {
  document: string;
  session: string;
  deletion: string;
  payment: string;
  tip: string;
  item: string;
  /** The slug of their group, and the membership of somebody who asked to join it. */
  group: string;
  asking: string;
  /** Payout data that waits for its code, and a payout that has arrived. */
  details: string;
  payout: string;
}

const DOCUMENTS = ["mediafile_pass", "mediafile_passback", "mediafile_shootout", "mediafile_invoice"];

/** A verified creator with documents, pictures, a second session, an open deletion and a tip under review. */
export async function makeOwner(operator: SignedIn): Promise<Owner> {
  const creator = await signInCreator();
  const upload = async (path: string, type: string, bytes: Uint8Array) => {
    const form = multipart({}, { field: "file", name: "a", type, bytes });
    const { status } = await creator.wire.send("POST", path, form.body, form.headers);
    if (status !== 303) throw new Error(`${path}: ${status}`);
  };
  for (const kind of DOCUMENTS) await upload(`/account/verification/${kind}`, "application/pdf", pdf());
  await upload("/account/edit/avatar", "image/jpeg", await jpegWithPlace());
  await creator.wire.post("/account/verification", { skip_photo: "on" });
  await operator.wire.post(`/admin/reviews/verifications/${creator.id}`, { intent: "accept" });
  const paid = await payOwner(creator);
  await creator.wire.post("/account/delete", { password: PASSWORD });
  await cookieOf(creator);
  const db = records();
  const mine = { column: "user_id", id: creator.id } as const;
  const mail = await db
    .selectFrom("mail_outbox")
    .select("dedupe_key")
    .where("template", "=", "deletion")
    .where("recipient", "=", creator.email)
    .executeTakeFirstOrThrow();
  const document = await db
    .selectFrom("verification_documents")
    .select("id")
    .where(mine.column, "=", mine.id)
    .executeTakeFirstOrThrow();
  const session = await db
    .selectFrom("sessions")
    .select("id")
    .where(mine.column, "=", mine.id)
    .executeTakeFirstOrThrow();
  for (const name of ["A coffee", "A string"]) {
    const form = multipart({ name, amount: "5" });
    await creator.wire.send("POST", "/dashboard/items/new", form.body, form.headers);
  }
  const item = await db
    .selectFrom("tribute_items")
    .select("id")
    .where(mine.column, "=", mine.id)
    .where("position", "=", 0)
    .executeTakeFirstOrThrow();
  const group = await makeGroup(creator);
  const tip = await payHeldTip(wireFan("de"), { username: creator.username ?? "" });
  const payment = await db
    .selectFrom("payments")
    .select("id")
    .where("tip_id", "=", tip)
    .executeTakeFirstOrThrow();
  return {
    ...creator,
    ...paid,
    document: document.id,
    session: session.id,
    deletion: createTokens(TEST_SECRETS.APP_SECRET).sign(
      "deletion",
      mail.dedupe_key.slice("deletion:".length),
    ),
    tip,
    item: item.id,
    ...group,
    payment: payment.id,
  };
}

async function payOwner(creator: SignedIn): Promise<{ details: string; payout: string }> {
  const world = sharedPayoutWorld();
  const payee = { id: creator.id, username: creator.username ?? "", currency: "EUR" };
  await acceptPayoutData(world, payee);
  await earn(world, payee, 150_00);
  const payout = await requestPayout(world, payee);
  await confirmPaid(world, payout);
  const change = { user_id: creator.id, details: GERMAN_BANK, bank_country: "DE" };
  const sent = await requestPayoutData(world, change);
  if (sent.outcome !== "code_sent") throw new Error(sent.reason);
  return { details: sent.id, payout };
}

/** A group of the owner's, and somebody who waits to join it. */
async function makeGroup(creator: SignedIn): Promise<{ group: string; asking: string }> {
  await creator.wire.post("/grouplists", { name: "The owner's choir", currency: "EUR" });
  const db = records();
  const group = await db
    .selectFrom("grouplists as g")
    .innerJoin("grouplist_users as m", "m.grouplist_id", "g.id")
    .select(["g.slug", "g.invite_code", "g.id"])
    .where("m.creator_id", "=", creator.id)
    .executeTakeFirstOrThrow();
  const guest = wireFan("de");
  const cookie = await cookieOf(await makeAccount({ status: "ACTIVE" }));
  await guest.post(`/gl/invite/${group.invite_code}`, {}, { Cookie: cookie });
  const { id } = await db
    .selectFrom("grouplist_users")
    .select("id")
    .where("grouplist_id", "=", group.id)
    .where("status", "=", "PENDING")
    .executeTakeFirstOrThrow();
  return { group: group.slug, asking: id };
}
