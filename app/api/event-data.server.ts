import { z } from "zod";
import type { Services } from "../context.ts";
import { businessDate } from "../domain/calendar.ts";
import { type KoFiTip, TEST_TRANSACTION } from "../domain/creator-events/ko-fi-form.ts";
import type { Webhooks } from "../domain/creator-events/webhooks-port.ts";
import { findMemberOfOwnedGroup, findTipOfOwnedGroup } from "../domain/grouplists/own-groups.server.ts";
import { toDecimal } from "../domain/money/minor.ts";
import { findPayout } from "../domain/payouts/requests/overview.server.ts";
import { findSupporter } from "../domain/series/supporters.server.ts";
import { findReceivedTip } from "../domain/tips/received-tips.server.ts";
import { hasReply } from "../domain/tips/tip-replies.server.ts";
import { findGoal, findProfileById } from "../domain/users/profile.server.ts";
import type { Settings } from "../product-settings.ts";
import { monthlyData, monthlyJson } from "./monthly-tips.ts";
import { payoutJson } from "./payouts.ts";
import { tipData, tipJson } from "./received-tips.ts";
import { goalData, goalJson } from "./user-data.server.ts";
import { redeemedData } from "./vouchers.ts";

type EventServices = Pick<Services, "db" | "publicUrl" | "clock"> & { settings: { current(): Settings } };

const groupData = z.object({ slug: z.string(), name: z.string().nullable() });

const shapes = {
  tip: tipData,
  goal: goalData.extend({ currency: z.string() }),
  monthly: monthlyData,
  voucher: redeemedData,
  groupTip: z.object({
    ...{ id: z.string(), grouplist: groupData },
    ...{ currency: z.string(), amount: z.string(), amount_minor: z.int(), paid_at: z.iso.datetime() },
  }),
  member: z.object({
    grouplist: groupData,
    user: z.object({ username: z.string().nullable(), name: z.string().nullable() }),
  }),
  test: z.object({ webhook_id: z.string() }),
};

type Event = Parameters<Webhooks["dataOf"]>[0];
type Shown<Name extends keyof typeof shapes> = Promise<z.input<(typeof shapes)[Name]> | null>;

export function createEventData(services: EventServices): Webhooks["dataOf"] {
  return async (event) => {
    if (event.format === "KO_FI") return await koFiTipOf(services, event);
    switch (event.type) {
      case "tip.thanked":
        return (await isTakenBack(services, event)) ? null : await tipOf(services, event);
      case "tip.received":
      case "tip.refunded":
      case "tip.charged_back":
        return await tipOf(services, event);
      case "goal.reached":
        return await goalOf(services, event);
      case "monthly.started":
      case "monthly.ended":
        return await monthlyOf(services, event);
      case "payout.paid":
        return await payoutOf(services, event);
      case "voucher.redeemed":
        return (await tipOf(services, event)) && { status: "redeemed", tribute_id: event.subject_id };
      case "group.tip_received":
        return await groupTipOf(services, event);
      case "group.member_joined":
      case "group.member_left":
        return await memberOf(services, event);
      case "webhook.test":
        return { webhook_id: event.subject_id };
    }
  };
}

async function isTakenBack({ db }: EventServices, { about_id }: Event): Promise<boolean> {
  return about_id === null || !(await hasReply(db, about_id));
}

async function tipOf({ db, publicUrl, settings }: EventServices, event: Event): Shown<"tip"> {
  const { subject_id: tip_id, creator_id } = event;
  const tip = await findReceivedTip(db, { tip_id, creator_id });
  return tip && tipJson(tip, { publicUrl, content: settings.current().rules.content });
}

async function koFiTipOf(services: EventServices, event: Event): Promise<KoFiTip | null> {
  const { db, publicUrl, clock } = services;
  const profile = await findProfileById(db, event.creator_id, clock());
  const page_url = `${publicUrl}/${profile?.username ?? ""}`;
  if (event.type === "webhook.test") return { ...TEST_TIP, page_url };
  const tip = await tipOf(services, event);
  return tip && { ...tip, page_url };
}

const TEST_TIP = {
  ...{
    id: TEST_TRANSACTION,
    is_on_page: true,
    sender_name: "Jo Example",
    sender_email: "jo.example@example.com",
  },
  ...{ message: "Good luck with the integration!", amount: "3.00", currency: "EUR" },
};

async function goalOf({ db, clock }: EventServices, { creator_id }: Event): Shown<"goal"> {
  const goal = await findGoal(db, creator_id, businessDate(clock()));
  return goal && { ...goalJson(goal, goal.currency), currency: goal.currency };
}

async function monthlyOf({ db }: EventServices, event: Event): Shown<"monthly"> {
  const { subject_id: series_id, creator_id } = event;
  const found = await findSupporter(db, { series_id, creator_id });
  return found && monthlyJson(found);
}

async function payoutOf({ db, publicUrl }: EventServices, event: Event): Promise<object | null> {
  const payout = await findPayout(db, { user_id: event.creator_id, payout_id: event.subject_id });
  return payout && payoutJson(payout, publicUrl);
}

async function groupTipOf({ db }: EventServices, event: Event): Shown<"groupTip"> {
  const found = await findTipOfOwnedGroup(db, { tip_id: event.subject_id, owner_id: event.creator_id });
  if (!found) return null;
  const { id, group: grouplist, currency, amount_minor, paid_at } = found;
  const amount = toDecimal(amount_minor, currency);
  return { id, grouplist, currency, amount, amount_minor, paid_at: paid_at.toISOString() };
}

async function memberOf({ db }: EventServices, event: Event): Shown<"member"> {
  const { subject_id: group_id, about_id, creator_id: owner_id } = event;
  const found =
    about_id === null ? null : await findMemberOfOwnedGroup(db, { group_id, member_id: about_id, owner_id });
  return found && { grouplist: found.group, user: found.member };
}
