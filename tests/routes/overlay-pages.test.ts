import { randomBytes } from "node:crypto";
import { describe, expect, inject, test } from "vitest";
import { soundTypeOf } from "../../app/domain/overlay/sounds.server.ts";
import { records } from "../support/database/records.ts";
import { multipart } from "../support/http/http-client.ts";
import { openLine, overlayOf } from "../support/http/overlay-line.ts";
import { type SignedIn, signInCreator } from "../support/http/signed-in.ts";

// What a creator changes of an overlay, and what comes of it on its page.

const PAGE = "/dashboard/overlay";
const STYLE = {
  design: "BURST",
  accent: "#123456",
  shown_seconds: "5",
  minimum: "",
  sound: "CHIME",
  own_css: "",
};

async function owner(): Promise<SignedIn & { path: string }> {
  const creator = await signInCreator("ACTIVE", "en");
  return { ...creator, path: await overlayOf(creator.id) };
}

const upload = async ({ wire }: SignedIn, bytes: Uint8Array) => {
  const form = multipart({ intent: "upload" }, { field: "file", name: "a.mp3", type: "audio/mpeg", bytes });
  return await wire.send("POST", `${PAGE}/style`, form.body, form.headers);
};

describe("the style of an overlay", () => {
  test("open pages follow a change at once", async () => {
    const { wire, path } = await owner();
    const line = await openLine(path);
    await line.next("look");
    expect((await wire.post(`${PAGE}/style`, { intent: "style", ...STYLE })).status).toBe(303);
    expect((await line.next("look", 2)).data).toMatchObject({
      ...{ design: "BURST", accent: "#123456", on_accent: "#ffffff", seconds: 5 },
    });
    line.close();
  });

  test.for([
    ["a sheet from elsewhere", { own_css: "@import 'https://elsewhere.example/a.css';" }],
    ["a picture", { own_css: "body{background:url(/media/x)}" }],
    ["an escape that could spell one", { own_css: "body{background:u\\72l(/media/x)}" }],
    ["a picture by a set", { own_css: "body{background:image-set('a.png' 1x)}" }],
    ["the end of a style", { own_css: "</style><script>" }],
    ["more than ten kilobytes", { own_css: "a".repeat(10_241) }],
    ["a colour that is none", { accent: "red;" }],
    ["no time at all", { shown_seconds: "0" }],
    ["more than a minute", { shown_seconds: "61" }],
    ["an unknown design", { design: "OTHER" }],
    ["a sound that is not there", { sound: "OWN" }],
  ] as const)("%s is refused", async ([, change]) => {
    const { wire, id } = await owner();
    expect((await wire.post(`${PAGE}/style`, { intent: "style", ...STYLE, ...change })).status).toBe(422);
    const row = records().selectFrom("overlays").select(["design", "own_css"]).where("user_id", "=", id);
    expect(await row.executeTakeFirst()).toEqual({ design: "NOTE", own_css: null });
  });
});

describe("a sound of the creator's own", () => {
  test.for([
    ["audio/mpeg", "ID3\x04\0\0"],
    ["audio/mpeg", "\xff\xfb\x90\x64"],
    ["audio/ogg", "OggS\0"],
    ["audio/wav", "RIFF\0\0\0\0WAVEfmt "],
    [null, "RIFF\0\0\0\0AVI fmt "],
    [null, "\xff\xd8\xff\xe0"],
    [null, "<svg onload=x>"],
    [null, ""],
  ] as const)("%s is known by its first bytes", ([type, bytes]) => {
    expect(soundTypeOf(Buffer.from(bytes, "latin1"))).toBe(type);
  });

  test("an uploaded sound is played, by its page alone, and cannot become another kind of file", async () => {
    const creator = await owner();
    const bytes = Buffer.concat([Buffer.from("OggS\0"), randomBytes(2_000)]);
    expect((await upload(creator, bytes)).status).toBe(303);
    const sound = await creator.wire.get(`${creator.path}/sound`);
    expect(sound.body.equals(bytes)).toBe(true);
    expect(sound.headers).toMatchObject({
      "content-type": "audio/ogg",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
      "cross-origin-resource-policy": "same-origin",
    });
    const line = await openLine(creator.path);
    expect((await line.next("look")).data.sound).toBeTypeOf("number");
    line.close();
    await creator.wire.post(`${PAGE}/style`, { intent: "remove" });
    expect((await creator.wire.get(`${creator.path}/sound`)).status).toBe(404);
  });

  test("a file that is too big, or no sound, is refused", async () => {
    const creator = await owner();
    for (const bytes of [Buffer.concat([Buffer.from("ID3"), Buffer.alloc(512_000)]), Buffer.from("<html>")])
      expect((await upload(creator, bytes)).status).toBe(422);
    expect((await creator.wire.get(`${creator.path}/sound`)).status).toBe(404);
  });
});

describe("the secret of an overlay", () => {
  test("two presses on one page renew it once", async () => {
    const { wire, id, path } = await owner();
    const { text } = await wire.get(`${PAGE}?renew`);
    const key_id = /name="key_id" value="([^"]+)"/.exec(text)?.[1] ?? "";
    for (let press = 0; press < 2; press += 1) await wire.post(PAGE, { intent: "renew", key_id });
    const renewed = await overlayOf(id);
    expect(renewed).not.toBe(path);
    await wire.post(PAGE, { intent: "renew", key_id });
    expect(await overlayOf(id)).toBe(renewed);
  });

  test("the local file has the address, and the page is kept by nobody", async () => {
    const { wire, path } = await owner();
    const file = await wire.get(`${PAGE}/file`);
    expect(file.headers["content-disposition"]).toBe('attachment; filename="overlay.html"');
    expect(file.text).toContain(`location.replace("${inject("product").url}${path}")`);
    for (const { headers } of [file, await wire.get(PAGE)])
      expect(headers["cache-control"]).toMatch(/no-store/);
  });

  test("another creator's alert stays as it is", async () => {
    const [mine, theirs] = [await owner(), await owner()];
    await theirs.wire.post(PAGE, { intent: "test" });
    const alerts = records()
      .selectFrom("overlay_alerts")
      .select(["id", "status"])
      .where("user_id", "=", theirs.id);
    const { id } = await alerts.executeTakeFirstOrThrow();
    for (const intent of ["skip", "replay", "approve"])
      expect((await mine.wire.post(PAGE, { intent, alert: `${id}.1` })).status).toBe(303);
    expect((await alerts.executeTakeFirstOrThrow()).status).toBe("WAITING");
    expect((await mine.wire.post(PAGE, { intent: "skip", alert: "x" })).status).toBe(400);
  });
});
