import { LOCALES } from "../../locales/index.ts";

/** RFC 9116 asks for less than a year; whoever reads it again gets a later day. */
const VALID_DAYS = 180;
const DAY_MS = 86_400_000;

/** Whom to tell about a weakness, and in which languages (RFC 9116). The same all day long. */
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
