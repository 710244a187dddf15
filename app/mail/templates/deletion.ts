import { linkLetter } from "./link-letter.ts";

export const deletion = linkLetter("deletion", { page: "/account/delete", purpose: "deletion" });
