import { LOCALES } from "../../../locales/index.ts";
import { servicesContext, settingsContext } from "../../context.ts";
import type { Route } from "./+types/security-txt";

/** RFC 9116. */
export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl, clock } = context.get(servicesContext);
  const text = securityTxt({
    contact: context.get(settingsContext).brand.support_email,
    publicUrl,
    now: clock(),
  });
  return new Response(text, { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}

/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;
const DAY_MS = 86_400_000;

/** The same bytes all day. */
export function securityTxt({
  contact,
  publicUrl,
  now,
}: {
  contact: string;
  publicUrl: string;
  now: Date;
}): string {
  const expires = new Date(now.getTime() + VALID_DAYS * DAY_MS);
  const lines = [
    `Contact: mailto:${contact}`,
    `Expires: ${expires.toISOString().slice(0, 10)}T00:00:00Z`,
    `Preferred-Languages: ${LOCALES.join(", ")}`,
    `Canonical: ${publicUrl}/.well-known/security.txt`,
  ];
  return `${lines.join("\n")}\n`;
}
