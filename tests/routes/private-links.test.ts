import { describe, expect, test } from "vitest";
import { createTokens } from "../../app/crypto/crypto.server.ts";
import { records, tipIdOf } from "../support/database/records.ts";
import { fourFields } from "../support/fixtures/odd-pictures.ts";
import { pdf } from "../support/fixtures/upload-corpus.ts";
import { beginTip, multipart, pictureOf, type WireFan, wireFan } from "../support/http/http-client.ts";
import type { Answer } from "../support/http/http-requests.ts";
import { TEST_SECRETS } from "../support/http/product.ts";
import { type SignedIn, signInCreator } from "../support/http/signed-in.ts";

const tokens = createTokens(TEST_SECRETS.APP_SECRET);
const soon = () => new Date(Date.now() + 600_000);
const over = () => new Date(Date.now() - 1000);

/** A creator's document, and the address that their page names for it. */
async function documentOf(creator: SignedIn): Promise<{ id: string; address: string }> {
  const form = multipart({}, { field: "file", name: "a.pdf", type: "application/pdf", bytes: pdf() });
  const sent = await creator.wire.send(
    "POST",
    "/account/verification/mediafile_pass",
    form.body,
    form.headers,
  );
  expect(sent.status).toBe(303);
  const { text } = await creator.wire.get("/account/verification");
  const address = /href="(\/account\/verification\/documents\/[^"]+)"/.exec(text)?.[1] ?? "";
  return { id: /documents\/([0-9a-f-]{36})\?/.exec(address)?.[1] ?? "", address };
}

async function picturedTip(fan: WireFan): Promise<string> {
  const tip = await beginTip(fan);
  const bytes = await fourFields().png().toBuffer();
  const form = multipart({ message: "" }, { field: "image", name: "a.png", type: "image/png", bytes });
  expect((await fan.send("POST", `${tip}/details`, form.body, form.headers)).status).toBe(303);
  return tip;
}

/** The same nothing as for a file that is not there. */
function expectNothing(answer: Answer, missing: Answer, what: string): void {
  const told = ({ status, text, headers }: Answer) => [
    status,
    text,
    headers["cache-control"],
    headers["content-type"],
  ];
  expect(answer.status, what).toBe(404);
  expect(told(answer), what).toEqual(told(missing));
}

describe("the address of a document", () => {
  test("the address of a document works for its owner, for ten minutes", async () => {
    const creator = await signInCreator();
    const { id, address } = await documentOf(creator);
    const answer = await creator.wire.get(address);
    expect([answer.status, answer.text]).toEqual([200, pdf().toString()]);
    const [end = ""] = address.split("=")[1]?.split(".") ?? [];
    const left = (Number.parseInt(end, 36) - Date.now()) / 1000;
    expect(left).toBeGreaterThan(540);
    expect(left).toBeLessThanOrEqual(600);
    const path = `/account/verification/documents/${id}`;
    const missing = await creator.wire.get(
      "/account/verification/documents/00000000-0000-4000-8000-000000000000",
    );
    const link = { path, file: id, holder: creator.id };
    const signed = `${path}?signature=${tokens.signLink(link, soon())}`;
    expect((await creator.wire.get(signed)).status).toBe(200);
    const bad: Record<string, string> = {
      "none at all": path,
      empty: `${path}?signature=`,
      altered: `${address.slice(0, -1)}${address.endsWith("A") ? "Q" : "A"}`,
      "longer-lived": address.replace(/=\w/, "=z"),
      over: `${path}?signature=${tokens.signLink(link, over())}`,
      "for another file": `${path}?signature=${tokens.signLink({ ...link, file: "x" }, soon())}`,
      "for somebody else": `${path}?signature=${tokens.signLink({ ...link, holder: "x" }, soon())}`,
      "for a guest": `${path}?signature=${tokens.signLink({ ...link, holder: "guest" }, soon())}`,
    };
    for (const [what, each] of Object.entries(bad))
      expectNothing(await creator.wire.get(each), missing, what);
  });

  test("the address of a document is of no use to other users, not even with a signature of their own", async () => {
    const [creator, other] = [await signInCreator(), await signInCreator()];
    const { id, address } = await documentOf(creator);
    const path = `/account/verification/documents/${id}`;
    const own = `${path}?signature=${tokens.signLink({ path, file: id, holder: other.id }, soon())}`;
    for (const each of [address, own]) expect((await other.wire.get(each)).status).toBe(404);
    expect((await wireFan("de").get(address)).headers.location).toMatch(/^\/login/);
  });
});

describe("the address of a tip's picture", () => {
  test("the address of a tip's picture works as the page names it, and in no other way", async () => {
    const fan = wireFan("de");
    const tip = await picturedTip(fan);
    const address = await pictureOf(fan, tip);
    expect((await fan.get(address)).headers["content-type"]).toBe("image/webp");
    const missing = await fan.get(`${await beginTip(fan)}/image`);
    const { image_id } = await records()
      .selectFrom("tips")
      .select("image_id")
      .where("id", "=", tipIdOf(`${tip}/image`))
      .executeTakeFirstOrThrow();
    const path = `${tip}/image`;
    const link = { path, file: `${image_id}/s`, holder: "guest" };
    const bad: Record<string, string> = {
      "none at all": path,
      altered: address.replace(/.$/, (last) => (last === "A" ? "Q" : "A")),
      over: `${path}?signature=${tokens.signLink(link, over())}`,
      "for another rendition": `${path}?signature=${tokens.signLink({ ...link, file: `${image_id}/m` }, soon())}`,
      "of another tip": address.replace(tip, await picturedTip(fan)),
    };
    for (const [what, each] of Object.entries(bad)) expectNothing(await fan.get(each), missing, what);
    const creator = await signInCreator();
    expectNothing(await creator.wire.get(address), missing, "somebody who is signed in");
    expect((await creator.wire.get(await pictureOf(creator.wire, tip))).status).toBe(200);
  });

  test("the address of a tip's picture ends with the picture that it was made for", async () => {
    const fan = wireFan("de");
    const tip = await picturedTip(fan);
    const first = await pictureOf(fan, tip);
    const bytes = await fourFields(64, 64).png().toBuffer();
    const form = multipart({ message: "" }, { field: "image", name: "b.png", type: "image/png", bytes });
    await fan.send("POST", `${tip}/details`, form.body, form.headers);
    expect((await fan.get(first)).status).toBe(404);
    expect((await fan.get(await pictureOf(fan, tip))).status).toBe(200);
  });
});
