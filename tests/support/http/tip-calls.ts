import type { Updateable } from "kysely";
import { z } from "zod";
import type { Tips } from "../../../db/schema.ts";
import { records } from "../database/records.ts";
import { addUnreadTip } from "../database/unread-tip.ts";
import { callApi } from "./api-caller.ts";
import type { Answer } from "./http-requests.ts";

const decimal = z.string().regex(/^\d+\.\d\d$/);
const moment = z.iso.datetime();

/** A received tip as the API tells its creator: these fields, and no other. */
export const tipAnswer = z.strictObject({
  id: z.uuid(),
  status: z.enum(["PENDING", "ACTIVE", "DECLINED", "REFUNDED", "CHARGEBACK"]),
  ...{ name: z.string().nullable(), sender_name: z.string().nullable(), sender_email: z.string().nullable() },
  ...{ currency: z.enum(["EUR", "USD", "GBP"]), amount: decimal, amount_minor: z.int() },
  ...{ refunded: decimal, refunded_minor: z.int(), message: z.string().nullable() },
  ...{ image_url: z.url().nullable(), paid_at: moment, read_at: moment.nullable() },
  ...{ is_new: z.boolean(), is_voucher: z.boolean(), is_monthly: z.boolean(), is_on_page: z.boolean() },
  grouplist: z.strictObject({ slug: z.string(), name: z.string().nullable() }).nullable(),
  replies: z.array(z.strictObject({ message: z.string(), created_at: moment })),
  reply_refusal: z.enum(["in_review", "closed", "anonymous", "no_email", "used_up", "voucher"]).nullable(),
});

/** One tip of the caller's. */
export async function findTip(
  headers: Record<string, string>,
  id: string,
): Promise<z.infer<typeof tipAnswer>> {
  const answer = await callApi("GET", `/api/tribute/${id}`, "", headers);
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
  return z.strictObject({ data: tipAnswer }).parse(JSON.parse(answer.text)).data;
}

/** A thank-you for a tip. */
export async function thank(headers: Record<string, string>, id: string, body: unknown): Promise<Answer> {
  return await callApi("POST", `/api/tribute/${id}/reply`, body, headers);
}

/** A tip that its creator can thank for, unless it is changed; no money is behind it. Returns its id. */
export async function addTip(creator: { id: string }, change: Updateable<Tips> = {}): Promise<string> {
  const id = await addUnreadTip(records(), creator.id);
  const sender_email = `${id}@fans.example`;
  await records()
    .updateTable("tips")
    .set({ sender_name: "Ida", sender_email, ...change })
    .where("id", "=", id)
    .execute();
  return id;
}
