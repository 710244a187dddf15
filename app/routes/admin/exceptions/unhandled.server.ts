import { formatMoment } from "../../../domain/money/formats.ts";
import { listUnhandledEvents, retryProviderEvent } from "../../../domain/payments/provider-events.server.ts";
import { button, pageActs } from "../acts.server.ts";
import { backToQueue, type Desk, type ExceptionKind } from "./exception-kind.server.ts";
import type { ShownException } from "./exception-parts.tsx";

async function find({ services, t, locale }: Desk, id: string): Promise<ShownException | null> {
  const event = (await listUnhandledEvents(services.db)).find((each) => each.id === id);
  if (!event) return null;
  const { what, provider, payment_id, known_payment_id, since, tries, last_error, next_try_at } = event;
  const title = [t(`books:unhandled.whats.${what}`), provider].join(", ");
  return {
    title,
    facts: [
      [
        t("books:unhandled.payment"),
        known_payment_id === null
          ? { code: payment_id }
          : { text: payment_id, href: `/admin/payments/${known_payment_id}` },
      ],
      [t("exceptions:since"), formatMoment(since, locale)],
      [t("books:unhandled.tries"), tries],
      [t("books:unhandled.error"), { long: last_error }],
      [t("books:unhandled.next"), next_try_at === null ? null : formatMoment(next_try_at, locale)],
    ],
    acts:
      what === "NEWS"
        ? [
            {
              ...{ intent: "retry", title: t("books:unhandled.go"), text: t("books:unhandled.goText") },
              button: t("books:unhandled.go"),
            },
          ]
        : [],
  };
}

const action = pageActs({
  retry: button(async ({ services, ...given }) => {
    const isRetried = await retryProviderEvent(services, given);
    return backToQueue("unhandled", isRetried ? "retried" : "gone");
  }),
});

export const unhandled: ExceptionKind = {
  intro: (t) => t("books:unhandled.intro"),
  list: async ({ services, t }) =>
    (await listUnhandledEvents(services.db)).map(({ id, payment_id, what, provider, since, tries }) => ({
      ...{ id, subject: payment_id, since, amount: "–" },
      why: [t(`books:unhandled.whats.${what}`), provider].join(", "),
      state: `${t("books:unhandled.tries")}: ${tries}`,
    })),
  find,
  action,
};
