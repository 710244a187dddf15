import { toString as drawQrCode, toBuffer } from "qrcode";
import { servicesContext } from "../../context.ts";
import { findProfile } from "../../domain/users/users.server.ts";
import { productRules } from "../../product-rules.ts";
import type { Route } from "./+types/qr-file";

/** The QR code of a creator's page as a file: an SVG for print, a PNG for everything else. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, clock, publicUrl } = context.get(servicesContext);
  const format = params.format === "svg" || params.format === "png" ? params.format : null;
  const profile = format && (await findProfile(db, params.profile, clock()));
  if (!profile) return new Response(null, { status: 404 });
  const { margin, pixels, file_pixels } = productRules.qr_code;
  const url = `${publicUrl}/${profile.username}`;
  const bytes =
    format === "svg"
      ? new TextEncoder().encode(await drawQrCode(url, { type: "svg", margin, width: pixels }))
      : new Uint8Array(await toBuffer(url, { type: "png", margin, width: file_pixels }));
  return new Response(bytes, {
    headers: {
      "Content-Type": format === "svg" ? "image/svg+xml" : "image/png",
      "Content-Disposition": `attachment; filename="${profile.username}-qr.${format}"`,
      "Cache-Control": "private, no-store",
    },
  });
}
