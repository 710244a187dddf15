import { linkLetter } from "./link-letter.ts";

/** The link that deletes an account. */
export const deletion = linkLetter("deletion", { page: "/account/delete", purpose: "deletion" });
