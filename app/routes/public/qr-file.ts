import { toString as drawQrCode, toBuffer } from "qrcode";
import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { findProfile, findRenamed } from "../../domain/users/profile.server.ts";
import { productRules } from "../../product-rules.ts";
import type { Route } from "./+types/qr-file";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, clock, publicUrl } = context.get(servicesContext);
  const format = params.format === "svg" || params.format === "png" ? params.format : null;
  const profile = format && (await findProfile(db, params.profile, clock()));
  if (!profile) {
    const renamed = format && (await findRenamed(db, params.profile, clock()));
    return renamed ? redirect(`/${renamed}/qr/${format}`, 301) : new Response(null, { status: 404 });
  }
  const bytes = await drawFile(`${publicUrl}/${profile.username}`, format);
  return new Response(bytes, {
    headers: {
      "Content-Type": format === "svg" ? "image/svg+xml" : "image/png",
      "Content-Disposition": `attachment; filename="${profile.username}-qr.${format}"`,
      "Cache-Control": "private, no-store",
    },
  });
}

const drawn = new Map<string, Uint8Array<ArrayBuffer>>();

async function drawFile(url: string, format: "svg" | "png"): Promise<Uint8Array<ArrayBuffer>> {
  const { margin, pixels, file_pixels, kept } = productRules.qr_code;
  const key = `${format} ${url}`;
  const found = drawn.get(key);
  if (found) return found;
  const bytes =
    format === "svg"
      ? new TextEncoder().encode(await drawQrCode(url, { type: "svg", margin, width: pixels }))
      : new Uint8Array(await toBuffer(url, { type: "png", margin, width: file_pixels }));
  if (drawn.size >= kept) drawn.clear();
  drawn.set(key, bytes);
  return bytes;
}
