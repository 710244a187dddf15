import { linkLetter } from "./link-letter.ts";

/** A link to a new password, for who forgot theirs. */
export const passwordReset = linkLetter("passwordReset", { page: "/password/reset", purpose: "password" });
