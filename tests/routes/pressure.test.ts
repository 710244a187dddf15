import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { eventually } from "../support/eventually.ts";
import { multipart, type WireFan } from "../support/http/http-client.ts";
import { type Answer, ask } from "../support/http/http-requests.ts";
import { LIVE_SETTINGS } from "../support/http/live-settings.ts";
import { freePort, type Product, startProduct } from "../support/http/product.ts";
import { signInCreator } from "../support/http/signed-in.ts";

// What many large bodies at once take of a process; it stands alone, so that nothing else takes memory in it.

const UPLOADS = 60;
const UPLOAD_BYTES = 8 * 1024 * 1024;
const AVATAR = "/account/edit/avatar";

let database: TestDatabase;
let product: Product;
const UPLOADS_EACH = 5;
let creators: WireFan[];
let creator: WireFan;

beforeAll(async () => {
  database = await createTestDatabase();
  const PORT = await freePort();
  product = await startProduct(database.url, {
    ...LIVE_SETTINGS,
    PORT,
    PUBLIC_URL: `http://localhost:${PORT}`,
    TRUSTED_PROXIES: "127.0.0.0/8",
  });
  creators = await Promise.all(
    Array.from(
      { length: UPLOADS / UPLOADS_EACH },
      async () => (await signInCreator("ACTIVE", "en", { db: database.db, url: product.url })).wire,
    ),
  );
  creator = (await signInCreator("ACTIVE", "en", { db: database.db, url: product.url })).wire;
});
afterAll(async () => {
  await product?.stop();
  await database?.drop();
});

/** Begins like a picture and is none: what is read of it counts here, not what is drawn. */
const noPicture = Buffer.alloc(UPLOAD_BYTES, 7);
noPicture.set([0xff, 0xd8, 0xff, 0xe0]);
const form = multipart({}, { field: "file", name: "photo.jpg", type: "image/jpeg", bytes: noPicture });

const upload = (address: string, by: WireFan = creator) =>
  by.send("POST", AVATAR, form.body, { ...form.headers, "X-Forwarded-For": address });

function memory(what: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${product.pid}/status`, "utf8");
  return Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
}

test("60 uploads of 8 MB at once take a bounded amount of memory, and guests are answered meanwhile", async () => {
  expect((await upload("198.51.100.1")).status).toBe(422);
  const before = memory("VmRSS");
  let isOver = false;
  const uploads = Promise.all(
    Array.from({ length: UPLOADS }, (_, index) =>
      upload(`198.51.100.${index}`, creators[index % creators.length]),
    ),
  ).finally(() => {
    isOver = true;
  });
  const pages: Answer[] = [];
  // Not from the cache, of which nothing is asked here.
  while (!isOver) pages.push(await ask(`${product.url}/login?${pages.length}`));
  const statuses = (await uploads).map(({ status }) => status);
  const grown = memory("VmHWM") - before;

  expect(statuses.filter((status) => status !== 422 && status !== 503)).toEqual([]);
  expect(statuses.filter((status) => status === 422).length).toBeGreaterThanOrEqual(6);
  expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]));
  expect(pages.length).toBeGreaterThan(10);
  // All of them are 480 MB, and twice that while they are put together.
  expect(grown / 1024 ** 2).toBeLessThan(340);
});

/** Begins a post and does not go on; `answered` hears how the answer begins. */
function beginPost(
  path: string,
  from: string,
  bytes: number,
  answered: (head: string) => void = () => undefined,
): Socket {
  const { hostname, port } = new URL(product.url);
  const socket = connect(Number(port), hostname).on("error", () => undefined);
  socket.once("data", (answer: Buffer) => answered(answer.toString()));
  const type = bytes > 1024 * 1024 ? form.headers["Content-Type"] : "application/x-www-form-urlencoded";
  const head = [
    `POST ${path} HTTP/1.1`,
    ...[`Host: ${hostname}:${port}`, `X-Forwarded-For: ${from}`, `Content-Type: ${type}`],
  ];
  socket.write(`${head.join("\r\n")}\r\nContent-Length: ${bytes}\r\n\r\n--`);
  return socket;
}

test("an address that begins uploads and does not go on keeps out itself alone", async () => {
  const slow = "198.51.100.200";
  let refused = 0;
  // More than may be under way and wait: those that are answered at once say that all places are taken.
  const sockets = Array.from({ length: 20 }, () =>
    beginPost("/register", slow, UPLOAD_BYTES, (answer) => {
      if (/^HTTP\/1.1 503 [\s\S]*\r\nRetry-After: [1-9]/i.test(answer)) refused += 1;
    }),
  );
  await eventually("the address has no place left", () => refused > 0);
  expect((await upload("198.51.100.201")).status).toBe(422);
  // Forms without files do not wait for those.
  expect(
    (await creator.post("/locale", { locale: "de", return_to: "/" }, { "X-Forwarded-For": slow })).status,
  ).toBe(303);
  for (const socket of sockets) socket.destroy();
  await eventually("there is room for the address again", async () => (await upload(slow)).status === 422);
});

test("uploads that four networks begin and do not send are cut off as soon as another client wants the room", async () => {
  const sockets = Array.from({ length: 4 }, (_, index) =>
    beginPost("/register", `203.0.${index}.1`, 12 * 1024 * 1024),
  );
  let cut = 0;
  for (const socket of sockets) socket.once("close", () => (cut += 1));
  // Until all of them have arrived there is room without their end. One is enough: the others may go on.
  await eventually("one of them is cut off", async () => {
    expect((await upload("192.0.2.1")).status).toBe(422);
    return cut > 0;
  });
  for (const socket of sockets) socket.destroy();
});

test("forms that many clients begin and do not send keep nobody else's waiting", async () => {
  // Of each address more than may be under way and wait: whoever is refused tells that the others have arrived.
  const slow = ["203.0.113.1", "203.0.113.2", "203.0.113.3"];
  const full = new Set<string>();
  const sockets = slow.flatMap((from) =>
    Array.from({ length: 100 }, () =>
      beginPost("/login", from, 128 * 1024, (answer) => {
        if (/^HTTP\/1.1 503 /.test(answer)) full.add(from);
      }),
    ),
  );
  await eventually("the forms have arrived", () => full.size === slow.length);
  for (const from of ["192.0.2.7", "192.0.2.8", "192.0.2.9"])
    expect(
      (await creator.post("/locale", { locale: "de", return_to: "/" }, { "X-Forwarded-For": from })).status,
    ).toBe(303);
  for (const socket of sockets) socket.destroy();
});
