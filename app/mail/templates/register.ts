import { linkLetter } from "./link-letter.ts";

/** Confirms the address that an account was opened with. */
export const register = linkLetter("register", { page: "/register/confirm", purpose: "register" });
