import { z } from "zod";
import { productRules } from "../../product-rules.ts";
import { ticked } from "../typed-text.schema.ts";
import { passwordForm } from "../users/user.schema.ts";

export const CREATOR_EVENT_TYPES = [
  "tip.received",
  "tip.refunded",
  "tip.charged_back",
  "tip.thanked",
  "goal.reached",
  "monthly.started",
  "monthly.ended",
  "payout.paid",
  "voucher.redeemed",
  "group.tip_received",
  "group.member_joined",
  "group.member_left",
] as const;

export type CreatorEventType = (typeof CREATOR_EVENT_TYPES)[number];

const { address_characters } = productRules.webhook;

/** No mail, no shell: web ports, and unprivileged ones. */
const isTakenPort = (port: string) => port === "" || port === "80" || port === "443" || Number(port) >= 1024;

/** No name or password; encrypted in live mode. Each call judges where it leads. */
export function readReceiverAddress(text: string, takesHttp: boolean): URL | null {
  if (text.length > address_characters || !URL.canParse(text)) return null;
  const url = new URL(text);
  const isEncrypted = url.protocol === "https:" || (takesHttp && url.protocol === "http:");
  const isBare = url.username === "" && url.password === "";
  return isEncrypted && isBare && url.hostname !== "" && isTakenPort(url.port) ? url : null;
}

export const EVENT_FIELDS = {
  "tip.received": "tip_received",
  "tip.refunded": "tip_refunded",
  "tip.charged_back": "tip_charged_back",
  "tip.thanked": "tip_thanked",
  "goal.reached": "goal_reached",
  "monthly.started": "monthly_started",
  "monthly.ended": "monthly_ended",
  "payout.paid": "payout_paid",
  "voucher.redeemed": "voucher_redeemed",
  "group.tip_received": "group_tip_received",
  "group.member_joined": "group_member_joined",
  "group.member_left": "group_member_left",
} as const satisfies Record<CreatorEventType, string>;

/** Ko-fi's format knows received tips alone. */
export const WEBHOOK_FORMATS = ["STANDARD", "KO_FI"] as const;

export const KO_FI_EVENTS = ["tip.received"] as const satisfies readonly CreatorEventType[];

export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

export const receiverAddress = z.string("errors.webhook.address").transform((text, context) => {
  const url = readReceiverAddress(text.trim(), true);
  if (url) return url;
  context.addIssue({ code: "custom", message: "errors.webhook.address" });
  return z.NEVER;
});

export const webhookForm = z
  .object({
    address: receiverAddress,
    format: z.enum(WEBHOOK_FORMATS, "errors.webhook.format"),
    tip_received: ticked.clone(),
    tip_refunded: ticked.clone(),
    tip_charged_back: ticked.clone(),
    tip_thanked: ticked.clone(),
    goal_reached: ticked.clone(),
    monthly_started: ticked.clone(),
    monthly_ended: ticked.clone(),
    payout_paid: ticked.clone(),
    voucher_redeemed: ticked.clone(),
    group_tip_received: ticked.clone(),
    group_member_joined: ticked.clone(),
    group_member_left: ticked.clone(),
    ...passwordForm.shape,
  })
  .transform(({ address, format, password, ...fields }, context) => {
    const events = CREATOR_EVENT_TYPES.filter((type) => fields[EVENT_FIELDS[type]]);
    if (events.length === 0 && format === "STANDARD")
      context.addIssue({ code: "custom", path: ["tip_received"], message: "errors.webhook.events" });
    return { address, format, password, events };
  });
