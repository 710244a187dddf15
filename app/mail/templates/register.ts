import { linkLetter } from "./link-letter.ts";

export const register = linkLetter("register", { page: "/register/confirm", purpose: "register" });
