import { createRequire } from "node:module";
import type { OverlayOptions } from "sharp";
import { createConcurrencyLimit } from "../domain/concurrency.server.ts";
import { loadSharp } from "./sharp.server.ts";

const WIDTH = 1200;
const HEIGHT = 630;
const FACE = 260;
const LEFT = 80;
const TEXT_LEFT = LEFT + FACE + 60;
/** Shipped: every machine draws the same. */
const FONT = "@expo-google-fonts/ibm-plex-sans/700Bold/IBMPlexSans_700Bold.ttf";

/** One at a time with a short queue: callers can retry. */
const previewLimit = createConcurrencyLimit({ name: "previews", atOnce: 1, waiting: 8 });

export interface SharePreview {
  name: string;
  text: string;
  brand: string;
  initials: string;
  hue: number;
  avatar: Uint8Array | null;
}

/** PNG, 1200 × 630. Throws BusyError with too many waiting. */
export async function drawSharePreview(preview: SharePreview): Promise<Buffer> {
  return await previewLimit(async () => {
    const face = { input: await drawFace(preview), left: LEFT, top: Math.trunc((HEIGHT - FACE) / 2) - 10 };
    return await drawWords(preview, TEXT_LEFT, [face]);
  });
}

const ready = new Map<string, Promise<Buffer>>();
const OWN_HUE = 18;

/** Drawn once per process, outside of the queue. */
export async function readyPreview(name: string, text: string, brand: string): Promise<Buffer> {
  const key = JSON.stringify([name, text, brand]);
  const drawing =
    ready.get(key) ??
    drawWords({ name, text, brand, hue: OWN_HUE }, LEFT, []).catch((error: unknown) => {
      ready.delete(key);
      throw error;
    });
  ready.set(key, drawing);
  return await drawing;
}

async function drawWords(
  words: Pick<SharePreview, "name" | "text" | "brand" | "hue">,
  left: number,
  beside: OverlayOptions[],
): Promise<Buffer> {
  const room = WIDTH - left - LEFT;
  const [name, text, logo, dot] = await Promise.all([
    drawText(words.name, "#eef1f6", { size: 76, width: room }),
    drawText(words.text, "#a5afbf", { size: 38, width: room }),
    drawText(words.brand, "#eef1f6", { size: 44, width: room }),
    drawText(".", "#ff8a5b", { size: 44, width: room }),
  ]);
  const top = Math.max(150, Math.trunc((HEIGHT - name.height - text.height - 30) / 2) - 10);
  const base = HEIGHT - 70;
  const layers: OverlayOptions[] = [
    ...beside,
    { input: name.bytes, left, top },
    { input: text.bytes, left, top: top + name.height + 30 },
    { input: logo.bytes, left: LEFT, top: base - logo.height },
    { input: dot.bytes, left: LEFT + logo.width + 4, top: base - dot.height },
  ];
  return await (await loadSharp())(Buffer.from(background(words.hue)))
    .composite(layers)
    .png({ compressionLevel: 9 })
    .toBuffer();
}

function background(hue: number): string {
  const stop = (offset: number, turn: number, rest: string) =>
    `<stop offset="${offset}" stop-color="hsl(${(hue + turn) % 360}, ${rest})"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><defs><linearGradient id="g">${stop(0, 0, "70%, 68%")}${stop(0.45, 330, "48%, 50%")}${stop(1, 260, "42%, 34%")}</linearGradient></defs><rect width="${WIDTH}" height="${HEIGHT}" fill="#12151b"/><rect width="${WIDTH}" height="24" fill="url(#g)"/></svg>`;
}

async function drawFace({ avatar, initials, hue }: SharePreview): Promise<Buffer> {
  const half = FACE / 2;
  const circle = (fill: string) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${FACE}" height="${FACE}"><circle cx="${half}" cy="${half}" r="${half}" fill="${fill}"/></svg>`,
    );
  if (avatar)
    return await (await loadSharp())(avatar)
      .resize(FACE, FACE)
      .composite([{ input: circle("#fff"), blend: "dest-in" }])
      .png()
      .toBuffer();
  const letters = await drawText(initials, "#1b0d06", { size: 100, width: FACE });
  return await (await loadSharp())(circle(`hsl(${hue}, 85%, 80%)`))
    .composite([{ input: letters.bytes, gravity: "centre" }])
    .png()
    .toBuffer();
}

async function drawText(
  text: string,
  colour: string,
  { size, width }: { size: number; width: number },
): Promise<{ bytes: Buffer; width: number; height: number }> {
  const { resolve } = createRequire(import.meta.url);
  const { data, info } = await (await loadSharp())({
    text: {
      text: `<span foreground="${colour}">${inMarkup(text)}</span>`,
      font: `IBM Plex Sans Bold ${size}`,
      fontfile: resolve(FONT),
      rgba: true,
      dpi: 72,
      width,
      wrap: "word-char",
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

const inMarkup = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
