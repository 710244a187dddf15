import { createOwnCookie, createSessionCookie, type OwnCookie } from "../../../app/http/cookies.server.ts";
import { TEST_SECRETS } from "./product.ts";

const cookieNamed = (name: OwnCookie) =>
  name === "session" ? createSessionCookie(TEST_SECRETS.APP_SECRET, false) : createOwnCookie(name, false);

/** A cookie of ours as a browser sends it back, by the value that the product wrote into it. */
export async function sentCookie(name: OwnCookie, value: string): Promise<string> {
  return (await cookieNamed(name).serialize(value)).split(";")[0] ?? "";
}

/** The value that the product wrote into a cookie, from the cookie as sent; an empty text where it wrote none. */
export async function cookieValue(name: OwnCookie, sent: string): Promise<string> {
  return (await cookieNamed(name).parse(sent.includes("=") ? sent : `${name}=${sent}`)) ?? "";
}
