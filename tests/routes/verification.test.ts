import { beforeAll, describe, expect, test } from "vitest";
import { records } from "../support/database/records.ts";
import { pdf, uploadCorpus } from "../support/fixtures/upload-corpus.ts";
import { LOGIN_ELSEWHERE } from "../support/http/guard-visitors.ts";
import { multipart, type WireFan, wireFan } from "../support/http/http-client.ts";
import { type SignedIn, signInCreator, signInOperator } from "../support/http/signed-in.ts";
import { attribute, readStrictly, textOf } from "../support/http/strict-html.ts";

const KINDS = ["mediafile_pass", "mediafile_passback", "mediafile_shootout", "mediafile_invoice"];
const TEXTS = {
  file_format: "Dateiformat nicht erkannt",
  file_size: "Die Datei ist zu groß. Maximale Dateigröße 10 MB",
};

let operator: SignedIn;

beforeAll(async () => {
  operator = await signInOperator();
});

async function upload(
  wire: WireFan,
  kind: string,
  bytes: Uint8Array,
  name = "foto.jpg",
  type = "image/jpeg",
) {
  const form = multipart({}, { field: "file", name, type, bytes });
  return await wire.send("POST", `/account/verification/${kind}`, form.body, form.headers);
}

const documentsOf = (who: SignedIn) =>
  records()
    .selectFrom("verification_documents")
    .select(["id", "kind", "content_type"])
    .where("user_id", "=", who.id)
    .execute();

const statusOf = async (who: SignedIn) =>
  (await records().selectFrom("users").select("status").where("id", "=", who.id).executeTakeFirstOrThrow())
    .status;

/** A creator who has handed in, and one of their documents. */
async function waiting(): Promise<SignedIn & { document: string }> {
  const creator = await signInCreator();
  for (const kind of KINDS) expect((await upload(creator.wire, kind, pdf())).status).toBe(303);
  const answer = await creator.wire.post("/account/verification", { skip_photo: "on" });
  expect([answer.status, answer.headers.location]).toEqual([303, "/account/verification"]);
  const [document] = await documentsOf(creator);
  return { ...creator, document: document?.id ?? "" };
}

/** The address of the first document, as its creator's page names it. */
async function documentLink(creator: SignedIn): Promise<string> {
  const { text } = await creator.wire.get("/account/verification");
  return /href="(\/account\/verification\/documents\/[^"]+)"/.exec(text)?.[1] ?? "";
}

/** The same on the page of the operator of these tests. */
async function reviewLink(creator: SignedIn): Promise<string> {
  const { text } = await operator.wire.get(`/admin/reviews/verifications/${creator.id}`);
  return /href="(\/admin\/documents\/[^"]+)"/.exec(text)?.[1] ?? "";
}

const alertOf = (text: string) =>
  textOf(
    readStrictly(text)
      .elements("div")
      .find((each) => attribute(each, "role") === "alert"),
  );

test("a file sent as a document is accepted, or refused with the prescribed words and no trace", async () => {
  const creator = await signInCreator();
  for (const { what, bytes, outcome } of await uploadCorpus()) {
    await creator.wire.post("/account/verification/mediafile_pass/removal", {});
    const answer = await upload(creator.wire, "mediafile_pass", bytes);
    const kept = await documentsOf(creator);
    if (outcome === "taken") {
      expect([answer.status, kept.length], what).toEqual([303, 1]);
      continue;
    }
    expect([answer.status, kept], what).toEqual([422, []]);
    expect(readStrictly(answer.text).problems, what).toEqual([]);
    expect(alertOf(answer.text), what).toContain(TEXTS[outcome]);
  }
  const empty = await upload(creator.wire, "mediafile_pass", new Uint8Array());
  expect([empty.status, alertOf(empty.text)]).toEqual([
    422,
    expect.stringContaining("Bitte lade ein Dokument hoch!"),
  ]);
  expect((await upload(creator.wire, "mediafile_else", pdf())).status).toBe(404);
});

test("handing in a verification says what is missing, and asks for a confirmation when the photo alone is", async () => {
  const creator = await signInCreator();
  const early = await creator.wire.post("/account/verification", { skip_photo: "on" });
  expect([early.status, alertOf(early.text)]).toEqual([
    422,
    expect.stringContaining("Es fehlt noch etwas: siehe Liste unten"),
  ]);
  for (const kind of KINDS) await upload(creator.wire, kind, pdf());
  const plain = await creator.wire.post("/account/verification", {});
  expect([plain.status, alertOf(plain.text)]).toEqual([
    422,
    expect.stringContaining("Füg ein Profilfoto hinzu oder hak an, dass du ohne einreichst"),
  ]);
  expect(await statusOf(creator)).toBe("CREATED");
});

describe("a document", () => {
  test("a document is shown to its owner and to operators, kept by nobody, run by no browser", async () => {
    const creator = await waiting();
    for (const answer of [
      await creator.wire.get(await documentLink(creator)),
      await operator.wire.get(await reviewLink(creator)),
    ]) {
      expect(answer.status).toBe(200);
      expect(answer.text).toBe(pdf().toString());
      expect(answer.headers).toMatchObject({
        "content-type": "application/pdf",
        "content-disposition": 'attachment; filename="mediafile_pass.pdf"',
        "x-content-type-options": "nosniff",
        "cache-control": "private, no-store",
      });
      expect(answer.headers["content-security-policy"]).toMatch(/^default-src 'none';.*\bsandbox$/);
    }
    const views = await records()
      .selectFrom("document_views")
      .select(["document_id", "viewer_id"])
      .where("user_id", "=", creator.id)
      .execute();
    expect(views).toEqual([{ document_id: creator.document, viewer_id: operator.id }]);
  });
});

test("an operator's address of a document is refused without its signature", async () => {
  const creator = await waiting();
  for (const address of [`/admin/documents/${creator.document}`, `${await reviewLink(creator)}x`])
    expect((await operator.wire.get(address)).status, address).toBe(404);
});

/** Everybody who is not the owner, and not an operator. */
const STRANGERS: [string, () => Promise<WireFan>][] = [
  ["a visitor", async () => wireFan("de")],
  ["another creator", async () => (await signInCreator()).wire],
  ["a verified creator", async () => (await signInCreator("ACTIVE")).wire],
  ["a locked creator", async () => (await signInCreator("LOCKED")).wire],
];

describe.for(STRANGERS)("%s", ([, comes]) => {
  test("a stranger gets no document, no page of the back office, and decides nothing", async () => {
    const wire = await comes();
    const creator = await waiting();
    const addresses = [
      `/account/verification/documents/${creator.document}`,
      await documentLink(creator),
      `/admin/documents/${creator.document}`,
      await reviewLink(creator),
      "/admin",
      "/admin/reviews?kind=verifications",
      `/admin/reviews/verifications/${creator.id}`,
      "/admin/users",
      `/admin/users/${creator.id}`,
      "/admin/audit",
    ];
    for (const address of addresses) {
      const answer = await wire.get(address);
      expect([303, 403, 404], address).toContain(answer.status);
      expect(answer.headers.location ?? "/login", address).toMatch(/^\/(login|account\/locked)/);
      for (const secret of [pdf().toString(), creator.email, "Unterwegs"])
        expect(answer.text.includes(secret), address).toBe(false);
    }
    for (const [address, intent] of [
      [`/admin/reviews/verifications/${creator.id}`, "accept"],
      [`/admin/reviews/verifications/${creator.id}`, "decline"],
      [`/admin/users/${creator.id}/lock`, "lock"],
      [`/admin/users/${creator.id}`, "unlock"],
      [`/admin/users/${creator.id}`, "reset_factor"],
    ] as const) {
      const answer = await wire.post(address, { intent, reason: "x", mediafile_pass: "x" });
      expect([303, 403], address).toContain(answer.status);
      expect(answer.headers.location ?? "/login", address).toMatch(/^\/(login|account\/locked)/);
    }
    expect(await statusOf(creator)).toBe("PENDING");
    expect(
      await records().selectFrom("document_views").select("id").where("user_id", "=", creator.id).execute(),
    ).toEqual([]);
  });
});

test("a visitor and a locked creator send and hand in nothing", async () => {
  const locked = await signInCreator("LOCKED");
  for (const wire of [wireFan("de"), locked.wire]) {
    for (const answer of [
      await upload(wire, "mediafile_pass", pdf()),
      await wire.post("/account/verification/mediafile_pass/removal", {}),
      await wire.post("/account/verification", { skip_photo: "on" }),
    ]) {
      if (answer.status === 403) expect(answer.text).toContain(LOGIN_ELSEWHERE);
      else expect(answer.headers.location).toMatch(/^\/(login|account\/locked)$/);
    }
  }
  expect([await documentsOf(locked), await statusOf(locked)]).toEqual([[], "LOCKED"]);
  expect((await operator.wire.get("/account/verification")).status).toBe(403);
});

test("while a verification is being checked nothing is changed; a decline needs a reason, and tells it", async () => {
  const creator = await waiting();
  const before = await documentsOf(creator);
  await upload(creator.wire, "mediafile_pass", pdf("% another\n"));
  await creator.wire.post("/account/verification/mediafile_pass/removal", {});
  expect(await documentsOf(creator)).toEqual(before);
  const pending = await creator.wire.get("/account/verification");
  expect(readStrictly(pending.text).elements("progress")).toHaveLength(1);
  const address = `/admin/reviews/verifications/${creator.id}`;
  const bare = await operator.wire.post(`${address}`, { intent: "decline", mediafile_pass: " " });
  expect(bare.status).toBe(422);
  expect(bare.text).toContain("Schreib bei mindestens einem Dokument, was nicht stimmt");
  const declined = await operator.wire.post(`${address}`, {
    intent: "decline",
    mediafile_pass: "Zu <dunkel>",
  });
  expect(declined.headers.location).toMatch(/^\/admin.*\bdone=declined/);
  const page = await creator.wire.get("/account/verification");
  expect(page.text).toContain("Zu &lt;dunkel&gt;");
  expect(readStrictly(page.text).problems).toEqual([]);
});

test("a declined document is marked as declined until it is replaced", async () => {
  const creator = await waiting();
  await operator.wire.post(`/admin/reviews/verifications/${creator.id}`, {
    intent: "decline",
    mediafile_passback: "Unscharf",
  });
  const rows = async () => {
    const page = readStrictly((await creator.wire.get("/account/verification")).text);
    return page
      .elements("summary")
      .map(textOf)
      .filter((text) => /^(Ausweis|Foto mit dem|Adressnachweis)/.test(text))
      .map((text) => text.replace(" Alle Schritte", ""));
  };
  expect(await rows()).toEqual([
    "Ausweis, Vorderseite erledigt",
    "Ausweis, Rückseite abgelehnt",
    "Foto mit dem Ausweis erledigt",
    "Adressnachweis erledigt",
  ]);
  expect((await upload(creator.wire, "mediafile_passback", pdf("% sharper\n"))).status).toBe(303);
  expect(await rows()).toEqual([
    "Ausweis, Vorderseite erledigt",
    "Ausweis, Rückseite erledigt",
    "Foto mit dem Ausweis erledigt",
    "Adressnachweis erledigt",
  ]);
});

test("the pages of the back office are whole in both languages", async () => {
  const creator = await waiting();
  for (const { wire } of [operator, await signInOperator("en")]) {
    for (const address of [
      "/admin",
      "/admin/reviews?kind=verifications&done=accepted",
      `/admin/reviews/verifications/${creator.id}`,
      `/admin/users?q=${creator.username}`,
      "/admin/users?status=ACTIVE",
      `/admin/users/${creator.id}?done=gone`,
      "/admin/audit",
    ]) {
      const answer = await wire.get(address);
      expect(answer.status, address).toBe(200);
      expect(readStrictly(answer.text).problems, address).toEqual([]);
      expect(answer.text, address).not.toMatch(/admin:|\{\{|undefined/);
    }
  }
  const found = await operator.wire.get(`/admin/users?q=${creator.username}`);
  expect(found.text.replaceAll("<wbr/>", "")).toContain(creator.email);
  for (const address of [
    "/admin/users/x",
    `/admin/reviews/verifications/${operator.id}`,
    "/admin/documents/x",
  ])
    expect((await operator.wire.get(address)).status, address).toBe(404);
});

test("an operator locks with a reason that the creator reads, and takes it back", async () => {
  const creator = await signInCreator("ACTIVE");
  expect((await operator.wire.post(`/admin/users/${creator.id}/lock`, { intent: "lock" })).status).toBe(422);
  await operator.wire.post(`/admin/users/${creator.id}/lock`, { intent: "lock", reason: "Fremde Bilder" });
  expect((await creator.wire.get("/dashboard")).headers.location).toBe("/account/locked");
  expect((await creator.wire.get("/account/locked")).text).toContain("Fremde Bilder");
  expect((await wireFan("de").get(`/${creator.username}`)).status).toBe(404);
  await operator.wire.post(`/admin/users/${creator.id}`, { intent: "unlock" });
  expect(await statusOf(creator)).toBe("ACTIVE");
  expect((await operator.wire.get("/admin/audit")).text).toContain(creator.id);
});
