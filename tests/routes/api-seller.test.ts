import { randomUUID } from "node:crypto";
import { describe, expect, inject, test } from "vitest";
import { z } from "zod";
import { all } from "../support/database/at-once.ts";
import { records } from "../support/database/records.ts";
import { pdf } from "../support/fixtures/upload-corpus.ts";
import { byCookie, byToken, callApi, readRefusal, readUser } from "../support/http/api-caller.ts";
import { wireFan } from "../support/http/http-client.ts";
import { type SignedIn, signInCreator } from "../support/http/signed-in.ts";
import { makeAccount, newAddress } from "../support/http/users.ts";

// The creators' calls: handing a verification in, social media, and the lists of creators.

const KINDS = ["mediafile_pass", "mediafile_passback", "mediafile_shootout", "mediafile_invoice"];

/** A form with several files. */
function formOf(files: Record<string, Uint8Array>, fields: Record<string, string> = {}) {
  const boundary = `----tribute${randomUUID()}`;
  const parts = [
    ...Object.entries(fields).map(([name, value]) =>
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    ),
    ...Object.entries(files).flatMap(([name, bytes]) => [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="a.pdf"\r\n` +
          "Content-Type: application/pdf\r\n\r\n",
      ),
      Buffer.from(bytes),
      Buffer.from("\r\n"),
    ]),
  ];
  return {
    headers: { "Content-Type": `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

async function handIn(
  who: SignedIn,
  files: Record<string, Uint8Array>,
  fields: Record<string, string> = {},
  more: Record<string, string> = {},
) {
  const form = formOf(files, fields);
  const headers = { ...form.headers, ...(await byCookie(who)), ...more };
  return await wireFan("en", newAddress()).send("POST", "/api/seller", form.body, headers);
}

const four = () => Object.fromEntries(KINDS.map((kind) => [kind, pdf()]));
const kindsOf = async (who: { id: string }) => {
  const documents = records()
    .selectFrom("verification_documents")
    .select("kind")
    .where("user_id", "=", who.id);
  return (await documents.execute()).map(({ kind }) => kind).sort();
};

describe("POST /api/seller", () => {
  test("POST /api/seller takes the four documents and hands the verification in", async () => {
    const who = await signInCreator("CREATED", "en");
    const user = readUser(await handIn(who, four(), { skip_photo: "1" }));
    expect(user).toMatchObject({ id: who.id, status: "PENDING" });
    expect(await kindsOf(who)).toEqual([...KINDS].sort());
    expect(readUser(await callApi("GET", "/api/user", "", await byCookie(who))).status).toBe("PENDING");
    const again = await handIn(who, four(), { skip_photo: "1" });
    expect(readRefusal(again)).toMatchObject({ status: 409, code: "closed" });
  });

  test("POST /api/seller accepts documents that came before; what is missing is named at its field", async () => {
    const who = await signInCreator("CREATED", "en");
    const { mediafile_pass = pdf(), mediafile_invoice = pdf() } = four();
    expect(readRefusal(await handIn(who, { mediafile_pass, mediafile_invoice }))).toEqual({
      status: 422,
      code: "incomplete",
      message: "Something is missing: see the list below",
      errors: {
        mediafile_passback: ["Please upload a document!"],
        mediafile_shootout: ["Please upload a document!"],
        photo: ["Profile photo"],
      },
    });
    const { mediafile_pass: _, mediafile_invoice: __, ...rest } = four();
    expect(readRefusal(await handIn(who, rest)).errors).toEqual({ photo: ["Profile photo"] });
    const german = readRefusal(await handIn(who, {}, {}, { "Accept-Language": "de" }));
    expect(german.message).toMatch(/^Füg ein Profilfoto hinzu/);
    // Nothing but the tick is needed any more, as JSON too.
    const answer = await callApi("POST", "/api/seller", { skip_photo: true }, await byCookie(who));
    expect(readUser(answer).status).toBe("PENDING");
  });

  test("POST /api/seller refuses a document that is none at its field, and nothing is handed in", async () => {
    const who = await signInCreator("CREATED", "en");
    const wrong = { ...four(), mediafile_shootout: Buffer.from("MZ, a program") };
    expect(readRefusal(await handIn(who, wrong, { skip_photo: "true" }))).toEqual({
      status: 422,
      code: "invalid",
      message: "File format not recognized. Save it as JPG or PNG",
      errors: {
        mediafile_shootout: ["File format not recognized. Save it as JPG or PNG"],
      },
    });
    expect(await kindsOf(who)).toEqual(KINDS.filter((kind) => kind !== "mediafile_shootout").sort());
    const huge = { mediafile_pass: pdf(), mediafile_shootout: Buffer.alloc(11 * 1024 * 1024) };
    expect(readRefusal(await handIn(who, huge)).errors).toEqual({
      mediafile_shootout: ["The file is too big. Maximum file size 10 MB"],
    });
    const beyond = { mediafile_pass: Buffer.alloc(45 * 1024 * 1024) };
    expect(readRefusal(await handIn(who, beyond)).errors).toEqual({
      mediafile_pass: ["The file is too big. Maximum file size 10 MB"],
    });
    const user = readUser(await callApi("GET", "/api/user", "", await byCookie(who)));
    expect(user.status).toBe("CREATED");
  });

  test.for(["PENDING", "ACTIVE"] as const)(
    "POST /api/seller is closed to a user who is %s, and keeps no document",
    async (status) => {
      const who = await signInCreator(status, "en");
      expect(readRefusal(await handIn(who, four()))).toMatchObject({ status: 409, code: "closed" });
      expect(await kindsOf(who)).toEqual([]);
    },
  );

  test("of four POST /api/seller at once, one hands in", async () => {
    const who = await signInCreator("CREATED", "en");
    expect(readRefusal(await handIn(who, four())).errors).toEqual({ photo: ["Profile photo"] });
    const headers = await byCookie(who);
    const answers = await all([1, 2, 3, 4], () =>
      callApi("POST", "/api/seller", { skip_photo: true }, headers),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });
});

describe("PATCH /api/seller/social-media", () => {
  test("PATCH /api/seller/social-media changes what is sent; names and addresses are understood", async () => {
    const user = await makeAccount();
    for (const headers of [await byCookie(user), await byToken(user)]) {
      const patch = async (body: unknown) =>
        readUser(await callApi("PATCH", "/api/seller/social-media", body, headers));
      await patch({ instagram: "@ada.m", twitch: "https://www.twitch.tv/ada", twitch_visible: false });
      const changed = await patch({ instagram_visible: "false", youtube_visible: true, youtube: "" });
      expect(changed).toMatchObject({
        instagram: "ada.m",
        instagram_visible: false,
        twitch: "ada",
        twitch_visible: false,
        youtube: null,
        youtube_visible: null,
        tiktok: null,
      });
      expect(readUser(await callApi("GET", "/api/user", "", headers))).toEqual(changed);
      expect(await patch({ instagram: null, twitch: "" })).toMatchObject({ instagram: null, twitch: null });
    }
  });

  test("a name changed by PATCH /api/seller/social-media shows to clients that have the user already", async () => {
    const headers = await byCookie(await makeAccount());
    await callApi("PATCH", "/api/seller/social-media", { twitter: "ada" }, headers);
    const known = (await callApi("GET", "/api/user", "", headers)).headers.etag ?? "";
    await callApi("PATCH", "/api/seller/social-media", { twitter: "eva" }, headers);
    const again = await callApi("GET", "/api/user", "", { ...headers, "If-None-Match": known });
    expect(readUser(again).twitter).toBe("eva");
  });

  test.for([
    "https://evil.example/ada",
    "https://www.instagram.com/%E0%A4%A",
    "https://www.instagram.com/a/b",
    "two words",
    "javascript:alert(1)",
    "<b>",
  ])("PATCH /api/seller/social-media refuses %s at its field, and changes nothing", async (instagram) => {
    const user = await makeAccount();
    const headers = await byCookie(user);
    await callApi("PATCH", "/api/seller/social-media", { instagram: "ada" }, headers);
    const answer = await callApi("PATCH", "/api/seller/social-media", { instagram, tiktok: "ada" }, headers);
    expect(Object.keys(readRefusal(answer).errors)).toEqual(["instagram"]);
    const links = records()
      .selectFrom("social_links")
      .select(["network", "handle"])
      .where("user_id", "=", user.id);
    expect(await links.execute()).toEqual([{ network: "instagram", handle: "ada" }]);
  });
});

describe("the lists of creators", () => {
  const url = z.url().nullable();
  const list = z.strictObject({
    data: z
      .array(
        z.strictObject({
          username: z.string(),
          name: z.string(),
          currency: z.enum(["EUR", "USD", "GBP"]),
          avatar_url: url,
          avatar_thumbnail_url: url,
          header_url: url,
          profile_url: z.url(),
        }),
      )
      .max(8),
  });
  const read = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await callApi("GET", path, "", headers);
    expect(answer.status).toBe(200);
    return list.parse(JSON.parse(answer.text)).data;
  };

  test("the list of featured creators is that of the home page", async () => {
    const featured = await read("/api/seller/featured-creators");
    expect(featured.length).toBeGreaterThan(3);
    const home = (await wireFan("en").get("/")).text;
    for (const { username, profile_url } of featured) {
      expect(home).toContain(`href="/${username}"`);
      expect(profile_url).toBe(`${inject("product").url}/${username}`);
    }
  });

  test("the list of new creators has those who were accepted last, while their pages are public", async () => {
    const first = await signInCreator("ACTIVE", "en");
    const second = await signInCreator("ACTIVE", "en");
    const pending = await signInCreator("PENDING", "en");
    const names = async () => (await read("/api/seller/new-creators")).map(({ username }) => username);
    const before = await names();
    const place = (who: SignedIn) => before.indexOf(who.username ?? "");
    expect(place(second)).toBeGreaterThanOrEqual(0);
    expect(place(first)).toBeGreaterThan(place(second));
    expect(place(pending)).toBe(-1);
    await records().updateTable("users").set({ status: "LOCKED" }).where("id", "=", second.id).execute();
    expect(await names()).not.toContain(second.username);
  });

  test.for(["/api/seller/featured-creators", "/api/seller/new-creators"])(
    "the list of creators %s is a 304 for a client that has it already, signed in or not",
    async (path) => {
      const headers = await byCookie(await makeAccount({ status: "LOCKED" }));
      await read(path, headers);
      const { etag = "" } = (await callApi("GET", path)).headers;
      const again = await callApi("GET", path, "", { "If-None-Match": etag });
      // Somebody may have been accepted in between.
      expect([200, 304]).toContain(again.status);
      if (again.status === 304) expect(again.text).toBe("");
      else expect(again.headers.etag).not.toBe(etag);
    },
  );
});
