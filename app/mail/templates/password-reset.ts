import { linkLetter } from "./link-letter.ts";

export const passwordReset = linkLetter("passwordReset", { page: "/password/reset", purpose: "password" });
