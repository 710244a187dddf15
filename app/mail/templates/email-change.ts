import { linkLetter } from "./link-letter.ts";

/** To the new address. */
export const emailChange = linkLetter("emailChange", { page: "/email/confirm", purpose: "email" });
