import { inject } from "vitest";
import { z } from "zod";
import { NETWORK_NAMES } from "../../../app/domain/users/social-networks.ts";
import { wireFan } from "./http-client.ts";
import type { Answer } from "./http-requests.ts";
import { cookieOf, newAddress, PASSWORD } from "./users.ts";

/** What every refusal of the API looks like. */
const refusal = z.strictObject({
  message: z.string().min(1),
  code: z.string().regex(/^[a-z_]+$/),
  errors: z.record(z.string(), z.array(z.string().min(1)).min(1)),
});

const day = z.iso.date().nullable();
const moment = z.iso.datetime().nullable();
const url = z.url().nullable();
const decimal = z
  .string()
  .regex(/^\d+\.\d\d$/)
  .nullable();

/** A user as the API tells them of themselves: these fields, and no other. */
const userAnswer = z.strictObject({
  data: z.strictObject({
    id: z.uuid(),
    email: z.email(),
    name: z.string().nullable(),
    username: z.string().nullable(),
    firstname: z.string().nullable(),
    lastname: z.string().nullable(),
    country_id: z.int().nullable(),
    country: z.string().length(2).nullable(),
    company: z.string().nullable(),
    eu_ust_id: z.string().nullable(),
    address: z.string().nullable(),
    zipcode: z.string().nullable(),
    city: z.string().nullable(),
    date_of_birth: day,
    date_of_birth_day: z.int().nullable(),
    date_of_birth_month: z.int().nullable(),
    date_of_birth_year: z.int().nullable(),
    status: z.enum(["CREATED", "PENDING", "ACTIVE", "DECLINED", "LOCKED", "CHARGEBACK"]),
    email_verified_at: moment,
    verification_terms_accepted_at: moment,
    verification_terms_declined_at: moment,
    has_new_tips: z.boolean(),
    latest_new_tip_id: z.uuid().nullable(),
    avatar_url: url,
    avatar_thumbnail_url: url,
    header_url: url,
    profile_url: url,
    currency: z.enum(["EUR", "USD", "GBP"]),
    ranking_enabled_at: moment,
    payout_type_id: z.literal([1, 2]),
    payout_method: z.enum(["BANK", "PAXUM"]),
    min_payout: decimal,
    min_payout_minor: z.int().nullable(),
    default_price_per_message: decimal,
    default_price_per_message_minor: z.int().nullable(),
    show_online_status: z.boolean(),
    paused_at: z.iso.datetime().nullable(),
    email_notifications: z.enum(["OFF", "DAILY", "AT_ONCE"]),
    locale: z.enum(["en", "de"]).nullable(),
    ...Object.fromEntries(
      NETWORK_NAMES.flatMap((network) => [
        [network, z.string().nullable()] as const,
        [`${network}_visible`, z.boolean().nullable()] as const,
      ]),
    ),
  }),
});

export type UserAnswer = z.infer<typeof userAnswer>["data"];

/** Calls the API with JSON, each time from an address of its own. */
export async function callApi(
  method: string,
  path: string,
  body: unknown = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const fan = wireFan("en", newAddress());
  return await fan.send(method, path, method === "GET" ? "" : text, {
    "Content-Type": "application/json",
    ...headers,
  });
}

/** The headers of a user who is signed in by a browser, from the product's own pages. */
export async function byCookie(user: { id: string }): Promise<Record<string, string>> {
  return { Cookie: await cookieOf(user), Origin: inject("product").url };
}

/** The headers of a program that has signed in as a user. */
export async function byToken(user: { email: string }): Promise<Record<string, string>> {
  const answer = await callApi("POST", "/api/login", { email: user.email, password: PASSWORD });
  const { accessToken } = z.object({ accessToken: z.string() }).parse(JSON.parse(answer.text));
  return { Authorization: `Bearer ${accessToken}` };
}

/** The user that an answer holds, whole and well-formed. */
export function readUser(answer: Answer): UserAnswer {
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
  if (!/no-(store|cache)/.test(answer.headers["cache-control"] ?? "")) throw new Error("it may be kept");
  return userAnswer.parse(JSON.parse(answer.text)).data;
}

/** A refusal, whole and well-formed. */
export function readRefusal(answer: Answer): z.infer<typeof refusal> & { status: number } {
  if (answer.status < 400 || answer.status > 499) throw new Error(`${answer.status}: ${answer.text}`);
  if (answer.headers["cache-control"] !== "no-store") throw new Error("it may be kept");
  return { status: answer.status, ...refusal.parse(JSON.parse(answer.text)) };
}
