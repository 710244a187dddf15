import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEncryption } from "../../app/crypto/crypto.server.ts";
import { createDemoDatabase, type DemoDatabase } from "../support/database/database.ts";
import { type HostileFile, hostileFiles, type Verdict } from "../support/fixtures/hostile-files.ts";
import { MARK } from "../support/fixtures/odd-pictures.ts";
import { beginTip, multipart, type WireFan, wireFan } from "../support/http/http-client.ts";
import type { Answer } from "../support/http/http-requests.ts";
import { type Product, startProduct, TEST_SECRETS } from "../support/http/product.ts";
import { type SignedIn, signInCreator } from "../support/http/signed-in.ts";
import { readStrictly, textOf } from "../support/http/strict-html.ts";

const TEXTS = {
  en: {
    file_format: "File format not recognized",
    file_size: "The file is too big. Maximum file size 10 MB",
  },
  de: {
    file_format: "Dateiformat nicht erkannt",
    file_size: "Die Datei ist zu groß. Maximale Dateigröße 10 MB",
  },
};
/** Traces of what a hostile file carries besides its picture. */
const TRACES = [
  MARK,
  "<script",
  "<?php",
  "PK\u0003\u0004",
  "%PDF",
  "8BIM",
  "Exif\0",
  "xmpmeta",
  "ICC_PROFILE",
];
const CORNERS = [
  [0.2, 0.2, "red"],
  [0.8, 0.2, "green"],
  [0.2, 0.8, "blue"],
  [0.8, 0.8, "white"],
] as const;

let database: DemoDatabase;
let product: Product;
let files: HostileFile[];

beforeAll(async () => {
  files = await hostileFiles();
  database = await createDemoDatabase();
  // Of its own, without the world's pictures, so that whatever lies in its folder came from here.
  product = await startProduct(database.url, { TRUSTED_PROXIES: "127.0.0.0/8" });
});
afterAll(async () => {
  await product?.stop();
  await database?.drop();
});

/**
 * One in so many, where the same code takes files in as elsewhere; all of them with `CORPUS=full` (docs/faults.md). Tips
 * and documents take in all of them always, so that each is read as a picture and as a document.
 */
function oneIn(count: number, first = 0): HostileFile[] {
  return process.env.CORPUS === "full" ? files : files.filter((_, index) => index % count === first);
}

const here = () => ({ db: database.db, url: product.url });

/** All that is kept: the rows of pictures and documents, and the files of the store. */
async function kept(): Promise<Set<string>> {
  const pictures = await database.db.selectFrom("media_files").select("id").execute();
  const documents = await database.db.selectFrom("verification_documents").select("id").execute();
  const users = await database.db.selectFrom("users").select("id").execute();
  const entries = await readdir(mediaFolder(), { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  return new Set([...[...pictures, ...documents, ...users].map((row) => row.id), ...names]);
}

const mediaFolder = () => path.join(product.dataDir, "media");

async function added(before: Set<string>): Promise<string[]> {
  return [...(await kept())].filter((each) => !before.has(each));
}

async function post(
  wire: WireFan,
  address: string,
  field: string,
  { bytes, name, type }: HostileFile,
  fields: Record<string, string> = {},
): Promise<Answer> {
  const form = multipart(fields, { field, name, type, bytes });
  return await wire.send("POST", address, form.body, form.headers);
}

function expectRefused(answer: Answer, verdict: Verdict, locale: "de" | "en", what: string): void {
  expect(answer.status, what).toBe(422);
  const main = readStrictly(answer.text);
  expect(main.problems, what).toEqual([]);
  if (verdict !== "missing" && verdict !== "taken")
    expect(textOf(main.elements("main")[0]), what).toContain(TEXTS[locale][verdict]);
  expect(answer.text, what).not.toContain(MARK);
}

/** A picture holds nothing but what is seen of it. */
async function expectBare(bytes: Buffer, what: string, isUpright = false): Promise<[number, number]> {
  const { exif, xmp, iptc, icc, orientation, comments, pages, width, height } = await sharp(bytes).metadata();
  expect({ exif, xmp, iptc, icc, orientation, comments, pages }, what).toEqual({});
  const raw = bytes.toString("latin1");
  for (const trace of TRACES) expect(raw.includes(trace), `${what}: ${trace}`).toBe(false);
  if (isUpright) await expectUpright(bytes, what);
  return [width, height];
}

async function expectUpright(bytes: Buffer, what: string): Promise<void> {
  const { data, info } = await sharp(bytes).removeAlpha().toColourspace("srgb").raw().toBuffer({
    resolveWithObject: true,
  });
  const seen = CORNERS.map(([x, y]) => {
    const at = (Math.floor(info.height * y) * info.width + Math.floor(info.width * x)) * info.channels;
    return [...data.subarray(at, at + 3)].map((value) => value > 128);
  });
  const name = ([red, green, blue]: boolean[]) =>
    red && green && blue ? "white" : red ? "red" : green ? "green" : blue ? "blue" : "black";
  expect(seen.map(name), what).toEqual(CORNERS.map(([, , colour]) => colour));
}

/** The renditions of a picture as they lie in the store. */
async function renditions(id: string): Promise<[name: string, bytes: Buffer][]> {
  const folder = path.join(mediaFolder(), id.slice(0, 2), id);
  const names = (await readdir(folder)).toSorted();
  return await Promise.all(
    names.map(async (name): Promise<[string, Buffer]> => [name, await readFile(path.join(folder, name))]),
  );
}

/** What a rendition may measure at most, and whether it measures just that. */
const SHAPES = {
  avatar: { s: [128, 128], m: [320, 320], isExact: true },
  header: { s: [720, 240], m: [1600, 533], isExact: true },
  tip: { s: [480, 480], m: [1200, 1200], isExact: false },
};

async function expectPicture(id: string, shape: keyof typeof SHAPES, file: HostileFile): Promise<void> {
  const what = `${shape}: ${file.what}`;
  const drawn = await renditions(id);
  const names = ["m.jpg", "m.webp", "s.jpg", "s.webp"];
  expect(
    drawn.map(([name]) => name),
    what,
  ).toEqual(shape === "tip" ? names.filter((name) => name.endsWith(".webp")) : names);
  for (const [name, bytes] of drawn) {
    const size = await expectBare(bytes, `${what}, ${name}`, file.isUpright && shape !== "header");
    const largest = SHAPES[shape][name.startsWith("s.") ? "s" : "m"];
    if (SHAPES[shape].isExact) expect(size, what).toEqual(largest);
    else
      expect(
        size.every((edge, index) => edge >= 1 && edge <= (largest[index] ?? 0)),
        what,
      ).toBe(true);
  }
}

test("the upload corpus has more than a hundred files, all different", () => {
  expect(new Set(files.map((file) => file.what)).size).toBe(files.length);
  expect(files.length).toBeGreaterThan(100);
});

describe.for(["avatar", "header"] as const)("as the %s of a profile", (kind) => {
  test(`each file of the corpus sent as the ${kind} of a profile is refused without a trace, or kept bare of all but its picture`, async () => {
    const locale = kind === "avatar" ? "de" : "en";
    const creator = await signInCreator("ACTIVE", locale, here());
    const current = async () =>
      (
        await database.db
          .selectFrom("users")
          .select(`${kind}_id as id`)
          .where("id", "=", creator.id)
          .executeTakeFirstOrThrow()
      ).id;
    let before = await kept();
    for (const file of oneIn(6, kind === "avatar" ? 0 : 1)) {
      const id = await current();
      const answer = await post(creator.wire, `/account/edit/${kind}`, "file", file);
      if (file.picture !== "taken") {
        expectRefused(answer, file.picture, locale, file.what);
        expect([await current(), await added(before)], file.what).toEqual([id, []]);
        continue;
      }
      expect([answer.status, answer.headers.location], file.what).toEqual([303, "/account/edit"]);
      await expectPicture((await current()) ?? "", kind, file);
      before = await kept();
    }
  });
});

test("each file of the corpus sent as the picture of a tip is refused without a trace, or kept bare of all but its picture", async () => {
  const fan = wireFan("de", {}, product.url);
  const tip = await beginTip(fan);
  const image = async () =>
    (
      await database.db
        .selectFrom("tips")
        .select("image_id as id")
        .orderBy("created_at", "desc")
        .executeTakeFirstOrThrow()
    ).id;
  let before = await kept();
  for (const file of files) {
    const id = await image();
    const answer = await post(fan, `${tip}/details`, "image", file, { name: "Ida", message: "Hallo" });
    if (file.picture === "file_format" || file.picture === "file_size") {
      expectRefused(answer, file.picture, "de", file.what);
      expect([await image(), await added(before)], file.what).toEqual([id, []]);
      continue;
    }
    expect([answer.status, answer.headers.location], file.what).toEqual([303, `${tip}/payment`]);
    // The picture is voluntary: without one the tip goes on with what it has.
    if (file.picture === "missing") expect(await image()).toBe(id);
    else await expectPicture((await image()) ?? "", "tip", file);
    before = await kept();
  }
});

test("each file of the corpus sent as a document is refused without a trace, or sealed as a picture drawn anew or a whole PDF", async () => {
  const creator = await signInCreator("CREATED", "en", here());
  const current = async () =>
    await database.db
      .selectFrom("verification_documents")
      .select(["id", "content_type"])
      .where("user_id", "=", creator.id)
      .executeTakeFirst();
  const encryption = createEncryption(TEST_SECRETS.APP_SECRET);
  let before = await kept();
  for (const file of files) {
    const document = await current();
    const answer = await post(creator.wire, "/account/verification/mediafile_pass", "file", file);
    if (file.document !== "taken") {
      expectRefused(answer, file.document, "en", file.what);
      expect([await current(), await added(before)], file.what).toEqual([document, []]);
      continue;
    }
    expect(answer.status, file.what).toBe(303);
    const { id = "", content_type } = (await current()) ?? {};
    const encrypted = await readFile(path.join(mediaFolder(), id.slice(0, 2), id, "document.sealed"));
    const opened = encryption.decrypt("document", id, encrypted);
    if (content_type === "image/webp") await expectBare(opened, file.what, file.isUpright);
    else expect(opened.equals(file.bytes), file.what).toBe(true);
    expect(encrypted.includes(opened.subarray(0, 16)), file.what).toBe(false);
    before = await kept();
  }
});

test("each file of the corpus that is refused with a registration leaves nothing, the account least of all", async () => {
  const locales = ["de", "en"] as const;
  for (const [index, file] of oneIn(6).entries()) {
    const locale = locales[index % 2] ?? "de";
    const group = randomBytes(2).toString("hex");
    const fan = wireFan(locale, { "X-Forwarded-For": `2001:db8:${group}:${index}::1` }, product.url);
    const fields = {
      email: `${group}-${index}@accounts.example`,
      password: "four cups of tea",
      password_confirmation: "four cups of tea",
      terms: "on",
    };
    const before = await kept();
    const answer = await post(fan, "/register", "document", file, fields);
    if (file.document === "taken") expect(answer.status, file.what).toBe(303);
    else {
      expectRefused(answer, file.document, locale, file.what);
      expect(await added(before), file.what).toEqual([]);
    }
  }
});

describe("a post", () => {
  let creator: SignedIn;
  let png: HostileFile;

  beforeAll(async () => {
    creator = await signInCreator("ACTIVE", "en", here());
    const good = files.find((file) => file.what === "an interlaced PNG");
    if (!good) throw new Error("the corpus has no good picture");
    png = good;
  });

  /** Several files, and fields beside them, in one form. */
  async function sendMany(count: number, bytes: Uint8Array, field = "file"): Promise<Answer> {
    const boundary = "----tribute";
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="a.png"\r\n\r\n`;
    const parts = Array.from({ length: count }, () => [Buffer.from(head), bytes, Buffer.from("\r\n")]).flat();
    const body = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
    const headers = { "Content-Type": `multipart/form-data; boundary=${boundary}` };
    return await creator.wire.send("POST", "/account/edit/avatar", body, headers);
  }

  test.for([
    ["two files", 2],
    ["40 files", 40],
    ["2,000 files", 2000],
  ] as const)("a post with %s is no form of ours: nothing of it is kept", async ([, count]) => {
    const before = await kept();
    expect((await sendMany(count, png.bytes)).status).toBe(400);
    expect(await added(before)).toEqual([]);
  });

  test("a post with a file where none is asked for is no form of ours either", async () => {
    const before = await kept();
    expect((await sendMany(1, png.bytes, "other")).status).toBe(400);
    expect(await added(before)).toEqual([]);
  });

  test("a post of far more than a file is cut off, and the product goes on", async () => {
    const before = await kept();
    const answer = await sendMany(13, new Uint8Array(5 * 1024 * 1024)).catch(() => null);
    if (answer) expect(answer.status).toBe(413);
    expect(await added(before)).toEqual([]);
    expect((await creator.wire.get("/account/edit")).status).toBe(200);
  });
});
