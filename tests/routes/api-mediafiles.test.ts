import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { records } from "../support/database/records.ts";
import { byCookie, byToken, callApi, readRefusal } from "../support/http/api-caller.ts";
import { multipart, wireFan } from "../support/http/http-client.ts";
import type { Answer } from "../support/http/http-requests.ts";
import { makeAccount, newAddress } from "../support/http/users.ts";

// POST /api/mediafiles: pictures of tips, of tribute items and of grouplists.

let png: Buffer;
beforeAll(async () => {
  png = await sharp({ create: { width: 640, height: 480, channels: 3, background: "#27a" } })
    .png()
    .toBuffer();
});

async function send(
  fields: Record<string, string>,
  headers: Record<string, string> = {},
  bytes: Uint8Array | null = png,
  address = newAddress(),
): Promise<Answer> {
  const file = bytes ? { field: "file", name: "a.png", type: "image/png", bytes } : undefined;
  const form = multipart(fields, file);
  return await wireFan("en", address).send("POST", "/api/mediafiles", form.body, {
    ...form.headers,
    ...headers,
  });
}

const tributeImage = z.strictObject({ data: z.strictObject({ file: z.strictObject({ id: z.uuid() }) }) });
const avatar = z.strictObject({ data: z.strictObject({ id: z.uuid() }) });

function idOf(answer: Answer, kind: "TRIBUTE_IMAGE" | "GROUPLIST_AVATAR" = "TRIBUTE_IMAGE"): string {
  expect([answer.status, answer.headers["cache-control"]]).toEqual([201, "no-store"]);
  const body = JSON.parse(answer.text);
  return kind === "TRIBUTE_IMAGE" ? tributeImage.parse(body).data.file.id : avatar.parse(body).data.id;
}

const rowOf = (id: string) =>
  records().selectFrom("media_files").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const ownedBy = async (user: { id: string }) =>
  await records().selectFrom("media_files").select("id").where("owner_id", "=", user.id).execute();

describe("a TRIBUTE_IMAGE", () => {
  test("a TRIBUTE_IMAGE of a fan belongs to nobody and stays private, whatever is asked for", async () => {
    const others = await makeAccount();
    const strangers: Record<string, string>[] = [
      {},
      { Cookie: "session=x" },
      await byCookie(await makeAccount({ status: "LOCKED" })),
      await byToken(await makeAccount({ email_verified_at: null, username: null, name: null })),
    ];
    for (const headers of strangers) {
      const fields = { key: "TRIBUTE_IMAGE", is_public: "1", owner_id: others.id, id: others.id };
      const id = idOf(await send(fields, headers));
      expect(await rowOf(id)).toMatchObject({ key: "TIP_IMAGE", is_public: false, owner_id: null });
      expect((await wireFan("en").get(`/media/${id}/s.webp`)).status).toBe(404);
    }
    expect(await ownedBy(others)).toEqual([]);
  });

  test("a picture of whoever has a token that ended is no fan's: they are told to sign in again", async () => {
    const headers = await byToken(await makeAccount());
    expect((await callApi("POST", "/api/logout", {}, headers)).status).toBe(204);
    expect(readRefusal(await send({ key: "TRIBUTE_IMAGE" }, headers))).toMatchObject({
      ...{ status: 401, code: "unauthenticated" },
    });
  });

  test("a TRIBUTE_IMAGE of a creator is their own, and public if they say so", async () => {
    const user = await makeAccount();
    for (const enter of [byCookie, byToken]) {
      const headers = await enter(user);
      const shown = idOf(await send({ key: "TRIBUTE_IMAGE", is_public: "true" }, headers));
      expect(await rowOf(shown)).toMatchObject({ key: "TRIBUTE_IMAGE", is_public: true, owner_id: user.id });
      await showAsItem(user, shown);
      expect((await wireFan("en").get(`/media/${shown}/m.webp`)).headers["content-type"]).toBe("image/webp");
      const hidden = idOf(await send({ key: "TRIBUTE_IMAGE" }, headers));
      expect(await rowOf(hidden)).toMatchObject({ is_public: false, owner_id: user.id });
      expect((await wireFan("en").get(`/media/${hidden}/m.webp`)).status).toBe(404);
    }
  });
});

/** Makes an item of the picture, as it stands after its review. */
async function showAsItem(
  user: { id: string },
  image_id: string,
  status: "ACTIVE" | "PENDING" | "DECLINED" = "ACTIVE",
): Promise<void> {
  const item = {
    id: crypto.randomUUID(),
    user_id: user.id,
    name: "Coffee",
    amount_minor: 500,
    currency: "EUR",
  };
  const position = 1 + (await ownedBy(user)).length;
  await records()
    .insertInto("tribute_items")
    .values({ ...item, image_id, position, status, created_at: new Date() })
    .execute();
}

describe.for(["TRIBUTE_IMAGE", "GROUPLIST_AVATAR"] as const)("a public %s that is shown nowhere", (key) => {
  test(`a public ${key} that is shown nowhere is for its owner alone`, async () => {
    const [user, stranger] = [
      await makeAccount({ status: "ACTIVE" }),
      await makeAccount({ status: "ACTIVE" }),
    ];
    const id = idOf(await send({ key, is_public: "1" }, await byToken(user)), key);
    const look = async (headers: Record<string, string>) => {
      const answer = await wireFan("en").get(`/media/${id}/m.webp`, headers);
      return [answer.status, answer.headers["cache-control"]];
    };
    const own = [200, "private, no-store"];
    expect([await look(await byCookie(user)), await look(await byToken(user))]).toEqual([own, own]);
    const strangers = [{}, await byCookie(stranger), await byToken(stranger)];
    for (const headers of strangers) expect((await look(headers))[0]).toBe(404);
    await showAsItem(user, id, "PENDING");
    for (const headers of strangers) expect((await look(headers))[0]).toBe(404);
  });
});

describe("a GROUPLIST_AVATAR", () => {
  const active = async () => await byToken(await makeAccount({ status: "ACTIVE" }));

  test("a GROUPLIST_AVATAR is a square of 250 pixels, its creator's own", async () => {
    const user = await makeAccount({ status: "ACTIVE" });
    const headers = await byCookie(user);
    const id = idOf(await send({ key: "GROUPLIST_AVATAR", is_public: "1" }, headers), "GROUPLIST_AVATAR");
    expect(await rowOf(id)).toMatchObject({
      key: "GROUPLIST_AVATAR",
      is_public: true,
      owner_id: user.id,
      width: 250,
      height: 250,
    });
    expect(await ownedBy(user)).toEqual([{ id }]);
  });

  test("a GROUPLIST_AVATAR is not for a grouplist of another creator", async () => {
    for (const grouplist_id of ["1", "0f8fad5b-d9cb-469f-a165-70867728950e", "a'; drop table users"])
      expect(readRefusal(await send({ key: "GROUPLIST_AVATAR", grouplist_id }, await active()))).toEqual({
        status: 403,
        code: "not_owner",
        message: "Only for the owner of the group",
        errors: {},
      });
  });

  test("a GROUPLIST_AVATAR may name its owner's grouplist by its slug, and nobody else's", async () => {
    const headers = await active();
    const made = await callApi("POST", "/api/grouplists", { name: "Avatar Band", currency: "EUR" }, headers);
    const grouplist_id = z.object({ data: z.object({ slug: z.string() }) }).parse(JSON.parse(made.text))
      .data.slug;
    idOf(await send({ key: "GROUPLIST_AVATAR", grouplist_id }, headers), "GROUPLIST_AVATAR");
    const stranger = await send({ key: "GROUPLIST_AVATAR", grouplist_id }, await active());
    expect(readRefusal(stranger)).toMatchObject({ status: 403, code: "not_owner" });
  });

  test("a GROUPLIST_AVATAR comes from active creators", async () => {
    const whose: [string, number, Record<string, string>][] = [
      ["unauthenticated", 401, {}],
      ["email_unverified", 403, await byCookie(await makeAccount({ email_verified_at: null }))],
      ["username_missing", 403, await byCookie(await makeAccount({ username: null, name: null }))],
      ["terms_pending", 403, await byCookie(await makeAccount({ verification_terms_accepted_at: null }))],
      ["locked", 403, await byCookie(await makeAccount({ status: "LOCKED" }))],
      ["forbidden", 403, await byCookie(await makeAccount({ role: "ADMIN", username: null, name: null }))],
      ["not_active", 403, await byCookie(await makeAccount())],
      ["not_active", 403, await byToken(await makeAccount({ status: "PENDING" }))],
    ];
    const said = new Set<string>();
    for (const [code, status, headers] of whose) {
      const refused = readRefusal(await send({ key: "GROUPLIST_AVATAR" }, headers));
      expect(refused).toMatchObject({ status, code });
      said.add(refused.message);
    }
    // Each says what has to come first.
    expect(said.size).toBe(whose.length - 1);
  });
});

describe("what is refused", () => {
  test.for([
    ["no file", { key: "TRIBUTE_IMAGE" }, null, "file", "Choose a picture"],
    ["an empty file", { key: "TRIBUTE_IMAGE" }, Buffer.alloc(0), "file", "Choose a picture"],
    [
      "a program",
      { key: "TRIBUTE_IMAGE" },
      Buffer.from("MZ"),
      "file",
      "File format not recognized. Save it as JPG or PNG",
    ],
    [
      "a PDF",
      { key: "TRIBUTE_IMAGE" },
      Buffer.from("%PDF-1.4\n%%EOF"),
      "file",
      "File format not recognized. Save it as JPG or PNG",
    ],
    [
      "11 MB",
      { key: "TRIBUTE_IMAGE" },
      Buffer.alloc(11 * 1024 * 1024),
      "file",
      "The file is too big. Maximum file size 10 MB",
    ],
    ["a text for a file", { key: "TRIBUTE_IMAGE", file: "x" }, null, "file", "Must be a file"],
    ["no key", {}, undefined, "key", "Must be TRIBUTE_IMAGE or GROUPLIST_AVATAR"],
    ["another key", { key: "AVATAR" }, undefined, "key", "Must be TRIBUTE_IMAGE or GROUPLIST_AVATAR"],
    [
      "neither public nor not",
      { key: "TRIBUTE_IMAGE", is_public: "perhaps" },
      undefined,
      "is_public",
      "Must be true or false",
    ],
  ] as [string, Record<string, string>, Buffer | null | undefined, string, string][])(
    "an upload (%s) is refused at its field and leaves nothing behind",
    async ([, fields, bytes, field, text]) => {
      const user = await makeAccount();
      const answer = await send(fields, await byCookie(user), bytes === undefined ? png : bytes);
      expect(readRefusal(answer)).toMatchObject({ status: 422, errors: { [field]: [text] } });
      expect(await ownedBy(user)).toEqual([]);
    },
  );

  test("an upload from another site, and one with values of other kinds, is refused", async () => {
    const user = await makeAccount();
    const headers = await byCookie(user);
    const foreign = await send({ key: "TRIBUTE_IMAGE" }, { ...headers, Origin: "https://evil.example" });
    expect(readRefusal(foreign)).toMatchObject({ status: 403, code: "forbidden" });
    const values = [5.5, true, ["TRIBUTE_IMAGE"], {}, "a".repeat(1024 * 1024), "a\0", "\ud800"];
    for (const value of values)
      for (const field of ["key", "is_public", "grouplist_id", "file"])
        readRefusal(
          await callApi("POST", "/api/mediafiles", { key: "TRIBUTE_IMAGE", [field]: value }, headers),
        );
    expect(await ownedBy(user)).toEqual([]);
  });
});
