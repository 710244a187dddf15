import { decideRate } from "../../../domain/approvals/approvals.server.ts";
import { heldRateSchema, listHeldRates } from "../../../domain/exchange-rates/rates.server.ts";
import { formatDay, formatRate } from "../../../domain/money/formats.ts";
import { form, pageActs } from "../acts.server.ts";
import { waitingAbout } from "../waiting-approvals.server.ts";
import { backToQueue, type Desk, type ExceptionKind } from "./exception-kind.server.ts";
import type { ShownException } from "./exception-parts.tsx";

type HeldRate = Awaited<ReturnType<typeof listHeldRates>>[number];

function shownBefore({ before_date, before_units }: HeldRate, { locale }: Desk): string | null {
  if (before_date === null || before_units === null) return null;
  return `${formatRate(before_units, locale)} (${formatDay(before_date, locale)})`;
}

async function find(desk: Desk, id: string): Promise<ShownException | null> {
  const { services, t, locale, context } = desk;
  const rate = (await listHeldRates(services.db)).find((each) => each.id === id);
  if (!rate) return null;
  const { currency, rate_date } = rate;
  // A newer rate may replace the one that was shown.
  const hidden = { rate_date };
  return {
    title: t("books:rates.one", { currency }),
    facts: [
      [t("books:rates.currency"), currency],
      [t("books:rates.of"), formatDay(rate_date, locale)],
      [t("books:rates.held"), { strong: formatRate(rate.units_per_euro, locale) }],
      [t("books:rates.before"), shownBefore(rate, desk)],
    ],
    links: [{ text: t("books:rates.title"), href: "/admin/payments/rates" }],
    waiting: await waitingAbout(context, `rate:${id}:${rate_date}`),
    acts: [
      {
        ...{ intent: "accept", title: t("books:rates.accept"), text: t("books:rates.acceptText") },
        ...{ button: t("books:rates.accept"), hidden },
      },
      {
        ...{ intent: "refuse", title: t("books:rates.refuse"), text: t("books:rates.refuseText") },
        ...{ button: t("books:rates.refuse"), hidden },
      },
    ],
  };
}

const action = pageActs({
  accept: form(heldRateSchema, async ({ services, ...given }, { rate_date }) => {
    const outcome = await decideRate(services, { ...given, rate_date, decision: "ACCEPTED" });
    return backToQueue("rates", outcome === "decided" ? "accepted" : outcome);
  }),
  refuse: form(heldRateSchema, async ({ services, ...given }, { rate_date }) => {
    const outcome = await decideRate(services, { ...given, rate_date, decision: "REFUSED" });
    return backToQueue("rates", outcome === "decided" ? "refused" : "gone");
  }),
});

export const rates: ExceptionKind = {
  intro: (t) => t("books:rates.intro"),
  list: async (desk) =>
    (await listHeldRates(desk.services.db)).map((rate) => ({
      ...{ id: rate.id, subject: rate.currency, since: rate.held_at },
      why: `${desk.t("books:rates.of")}: ${formatDay(rate.rate_date, desk.locale)}`,
      amount: [rate.before_units, rate.units_per_euro]
        .map((units) => (units === null ? "–" : formatRate(units, desk.locale)))
        .join(" → "),
    })),
  find,
  action,
};
