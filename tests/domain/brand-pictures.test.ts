import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect } from "vitest";
import { uploadBrandPicture } from "../../app/domain/settings/brand-pictures.server.ts";
import {
  changeBrand,
  changeBrandPicture,
  readGroup,
  readSettings,
} from "../../app/domain/settings/settings.server.ts";
import { pictureDrawing } from "../../app/media/drawing.server.ts";
import { defaultSettings } from "../../app/product-settings.ts";
import { testAlone as test } from "../support/domain-test.ts";
import { createOperatorRow } from "../support/money/operators.ts";
import { createCreator, createTipWorld } from "../support/money/tip-world.ts";

// What an operator uploads as logo: hostile files, and what is kept of good ones.

const { brand: defaults, features } = defaultSettings;
const ENVIRONMENT = { defaults, features, fixed: {}, presets_minor: null };
let asked = 0;
const stranger = createServer((_request, response) => {
  asked += 1;
  response.end("x");
});
let folder: string;
let outside: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve));
  const address = stranger.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  outside = `http://127.0.0.1:${address.port}`;
  folder = mkdtempSync(path.join(tmpdir(), "tribute-brand-"));
  const red = { width: 50, height: 50, channels: 3, background: "#ff0000" } as const;
  writeFileSync(path.join(folder, "secret.png"), await sharp({ create: red }).png().toBuffer());
});

afterAll(() => {
  stranger.close();
  rmSync(folder, { recursive: true, force: true });
});

async function worldOf(database: { db: Parameters<typeof createTipWorld>[0] }) {
  const world = createTipWorld(database.db);
  const { id: operator_id } = await createOperatorRow(world.db, world.clock());
  const services = { ...world, media: pictureDrawing, config: { settings: ENVIRONMENT } };
  const upload = (svg: string | Buffer, name: "logo_light" | "icon" = "logo_light") =>
    uploadBrandPicture(services, { operator_id, name, bytes: Buffer.from(svg) });
  return { services, operator_id, upload };
}

const svg = (inside: string, size = 'width="100" height="100"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${inside}</svg>`;

test("a picture is kept as a small PNG, in the brand without its bytes, and logged by its hash", async ({
  database,
}) => {
  const { services, operator_id, upload } = await worldOf(database);
  expect(await upload(svg('<rect width="300" height="20" fill="red"/>', 'viewBox="0 0 300 20"'))).toBe(
    "changed",
  );
  const square = { width: 900, height: 300, channels: 4, background: "#0000ff80" } as const;
  expect(await upload(await sharp({ create: square }).png().toBuffer(), "icon")).toBe("changed");
  const { brand, pictures } = await readSettings(services.db, ENVIRONMENT);
  expect(brand.logo_light).toEqual({ hash: expect.stringMatching(/^[0-9a-f]{32}$/), width: 280, height: 19 });
  expect(brand.icon).toMatchObject({ width: 192, height: 192 });
  expect([...pictures.keys()]).toEqual([brand.logo_light?.hash, brand.icon?.hash]);
  for (const bytes of pictures.values()) expect((await sharp(bytes).metadata()).format).toBe("png");
  const logged = await services.db.selectFrom("audit_log").select("after").orderBy("id").execute();
  expect(logged.map(({ after }) => after)).toEqual([
    { logo_light: brand.logo_light?.hash },
    { icon: brand.icon?.hash },
  ]);

  const { version: seen_version } = await readGroup(services.db, "brand");
  await changeBrand(services, { operator_id, seen_version, brand: { name: "Kleingeld" } });
  expect((await readSettings(services.db, ENVIRONMENT)).brand).toMatchObject({
    ...{ name: "Kleingeld", logo_light: brand.logo_light, icon: brand.icon },
  });
  const removal = { operator_id, name: "logo_light", picture: null } as const;
  expect(await changeBrandPicture(services, removal)).toBe("changed");
  expect(await changeBrandPicture(services, removal)).toBe("unchanged");
  expect((await readSettings(services.db, ENVIRONMENT)).brand).toMatchObject({
    logo_light: null,
    icon: brand.icon,
  });
});

test("an SVG reads no file and asks no address", async ({ database }) => {
  const { services, upload } = await worldOf(database);
  const file = path.join(folder, "secret.png");
  const reaching = [
    svg(`<image href="file://${file}" width="100" height="100"/>`),
    svg(`<image xlink:href="${file}" width="100" height="100"/>`),
    svg(`<image href="${outside}/x.png" width="100" height="100"/>`),
    svg(
      `<style>@import url("${outside}/x.css"); rect { fill: url(${outside}/x.svg#a) }</style><rect width="9" height="9"/>`,
    ),
    svg(`<use href="${outside}/x.svg#a"/><use href="file:///etc/passwd#a"/>`),
    svg(
      '<script>alert(1)</script><foreignObject width="9" height="9"><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject>',
    ),
  ];
  for (const each of reaching) {
    expect(["changed", "unchanged"]).toContain(await upload(each));
    const [bytes] = (await readSettings(services.db, ENVIRONMENT)).pictures.values();
    const points = await sharp(bytes).ensureAlpha().extractChannel("alpha").raw().toBuffer();
    expect(Math.max(...points), each).toBe(0);
  }
  expect(
    await upload(`<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg("<text>&x;</text>")}`),
  ).toEqual({
    refused: "file_format",
  });
  expect(asked).toBe(0);
});

test("bombs and what is no picture are refused", async ({ database }) => {
  const { services, upload } = await worldOf(database);
  const entities = Array.from({ length: 11 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`);
  const uses = Array.from(
    { length: 11 },
    (_, at) => `<g id="a${at + 1}">${`<use href="#a${at}"/>`.repeat(10)}</g>`,
  );
  const hostile = [
    `<!DOCTYPE svg [<!ENTITY e0 "x">${entities.join("")}]>${svg("<text>&e11;</text>")}`,
    svg(`<g id="a0"><rect width="1" height="1"/></g>${uses.join("")}<use href="#a11"/>`),
    svg(`${"<g>".repeat(10_000)}<rect width="5" height="5"/>${"</g>".repeat(10_000)}`),
    svg("", 'width="1000000" height="1000000"'),
    svg("", 'width="0" height="0"'),
    svg('<filter id="f"><feTurbulence numOctaves="9"/></filter><rect filter="url(#f)"/>'),
    svg("<rect"),
    "%PDF-1.7",
    "",
  ];
  for (const each of hostile)
    expect(await upload(each), each.slice(0, 80)).toEqual({ refused: "file_format" });
  expect(await upload(svg(" ".repeat(600_000)))).toEqual({ refused: "file_size" });
  expect((await readGroup(services.db, "brand")).version).toBe(0);
});

test("creators upload no logo", async ({ database }) => {
  const { services } = await worldOf(database);
  const creator = await createCreator(services);
  const given = { operator_id: creator.id, name: "icon", bytes: Buffer.from(svg("")) } as const;
  await expect(uploadBrandPicture(services, given)).rejects.toThrow();
});
