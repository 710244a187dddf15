import type { ReactElement } from "react";
import { data, type RouterContextProvider, redirect } from "react-router";
import { retryAfterContext, servicesContext } from "../../context.ts";
import { formatTimeInBerlin } from "../../domain/money/formats.ts";
import { formatAmount } from "../../domain/money/minor.ts";
import { type ConfirmOutcome, confirmTip } from "../../domain/payment-updates/checkout.server.ts";
import { readForm } from "../../http/body.server.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";
import { payingBrowserCookie } from "../../http/paying-browser.server.ts";
import { buttonToken, priceOf, providerUrls, starterOf } from "../../http/payment-start.server.ts";
import { MainButton } from "../../ui/components/main-button.tsx";
import { OwnWords } from "../../ui/components/own-words.tsx";
import { PriceTable } from "../../ui/components/price-table.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/summary";
import { TipStep } from "./tip-step.tsx";
import {
  amountUrl,
  draftImageUrl,
  requireFilledDraft,
  type StepDraft,
  stepUrl,
  toResult,
} from "./tip-steps.server.ts";

export { unlisted as meta } from "../../ui/shells/unlisted.ts";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const draft = await requireFilledDraft(context, params, request);
  const locale = getLocale(context);
  const { t } = getI18n(context);
  const price = await priceOf(context, draft);
  if (!price || !draft.payment_type) throw redirect(stepUrl(context, draft, "payment"), 303);
  return {
    draft,
    imageUrl: await draftImageUrl(context, draft),
    price,
    type: draft.payment_type,
    amount: formatAmount(draft.amount_minor, draft.currency, locale),
    charged: formatAmount(price.charged_minor, price.charged_currency, locale),
    title: t("tip:summary.title"),
  };
}

export async function action({ request, url, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const draft = await requireFilledDraft(context, params, request);
  const t = getI18n(context).getFixedT(draft.locale, "tip");
  const posted = await readForm(request);
  const outcome = await confirmTip(services, {
    tip_id: draft.id,
    seen_charged_minor: Number(posted.get("charged_minor")),
    seen_members: String(posted.get("members")),
    payment_id: services.newId(),
    locale: draft.locale,
    description: t("price.tip", { name: draft.receiver.name }),
    urls: providerUrls(context, url.origin),
    needs_fresh_rate: services.config.mode === "live",
    starter: starterOf(context, draft.id, posted),
  });
  return answer(request, context, draft, outcome);
}

export default function Summary({ loaderData, actionData, params }: Route.ComponentProps) {
  const { draft, price } = loaderData;
  const { receiver } = draft;
  const { t } = useTexts("tip");
  return (
    <TipStep
      receiver={receiver}
      amount={loaderData.amount}
      backHref={`${receiver.path}/tip/${params.token}/payment`}
      backText={t("steps.backTo.payment")}
      step={4}
      question={t("summary.question")}
    >
      {actionData ? (
        <p className="note" role="alert">
          {t(`summary.${actionData.problem}`, { until: actionData.until })}
        </p>
      ) : null}
      <Words draft={draft} imageUrl={loaderData.imageUrl} />
      {draft.show_on_page && receiver.shows_supporters && (draft.message ?? draft.sender_name) !== null ? (
        <p className="help">{t("summary.onPage", { name: receiver.name })}</p>
      ) : null}
      <PriceTable price={price} name={receiver.name} method={t(`payment.types.${loaderData.type}.name`)} />
      {draft.sender_email ? (
        <p className="help">
          {t("summary.receipt", { email: draft.sender_email })}.{" "}
          {draft.share_email ? t("summary.shared", { name: receiver.name }) : null}
        </p>
      ) : null}
      {draft.sharers ? (
        <Sharers sharers={draft.sharers} currency={draft.currency} />
      ) : (
        <p className="help">{t("summary.note", { name: receiver.name, amount: loaderData.amount })}</p>
      )}
      <form method="post" className="reach" data-once="">
        <input type="hidden" name="charged_minor" value={price.charged_minor} />
        {actionData && "token" in actionData ? (
          <input type="hidden" name="button" value={actionData.token} />
        ) : null}
        {draft.sharers ? <input type="hidden" name="members" value={draft.sharers.mark} /> : null}
        <div className="stick">
          <MainButton>{t("summary.pay", { amount: loaderData.charged })}</MainButton>
        </div>
      </form>
    </TipStep>
  );
}

function Words({ draft, imageUrl }: { draft: StepDraft; imageUrl: string | null }) {
  const { t } = useTexts("tip");
  return (
    <>
      <OwnWords message={draft.message} senderName={draft.sender_name} itemName={draft.item_name} />
      {imageUrl ? (
        <img className="preview" src={imageUrl} width={160} height={160} alt={t("details.imageAlt")} />
      ) : null}
    </>
  );
}

async function answer(
  request: Request,
  context: Readonly<RouterContextProvider>,
  draft: StepDraft,
  outcome: ConfirmOutcome,
) {
  switch (outcome.outcome) {
    case "pay":
      return redirect(outcome.redirect_url, {
        status: 303,
        headers: { "Set-Cookie": await payingBrowserCookie(request, context, outcome.payment_id) },
      });
    case "already_paid":
      return toResult(request, context, outcome.payment_id);
    case "members_changed":
      return data({ problem: "members" as const, until: "" }, { status: 422 });
    case "too_small_to_split":
      return redirect(amountUrl(context, draft), 303);
    case "price_changed":
      return data({ problem: "changed" as const, until: "" }, { status: 422 });
    case "provider_unavailable":
      return data({ problem: "unavailable" as const, until: "" }, { status: 503 });
    case "incomplete":
    case "not_offered":
      return redirect(stepUrl(context, draft, "payment"), 303);
    case "press_button": {
      const token = buttonToken(context, draft.id, outcome.shown_at);
      return data({ problem: outcome.outcome, until: "", token });
    }
    case "wait":
    case "tried_too_often":
    case "blocked": {
      context.set(retryAfterContext, outcome.seconds);
      const until = formatTimeInBerlin(outcome.until, getLocale(context));
      return data({ problem: outcome.outcome, until }, { status: 429 });
    }
    case "message_below_price":
      return redirect(stepUrl(context, draft, "details"), 303);
    case "expired":
      throw data(null, { status: 410 });
  }
}

const NAMES_SHOWN = 6;

function Sharers({
  sharers: { names, shares },
  currency,
}: {
  sharers: NonNullable<StepDraft["sharers"]>;
  currency: string;
}): ReactElement {
  const { t, locale } = useTexts("tip");
  const show = (amount: number) => formatAmount(amount, currency, locale);
  const [least, most] = [Math.min(...shares), Math.max(...shares)];
  const each =
    least === most
      ? t("group.each", { count: names.length, amount: show(least) })
      : t("group.eachAbout", { count: names.length, least: show(least), most: show(most) });
  return (
    <details className="sharers" open={names.length <= NAMES_SHOWN}>
      <summary>{each}</summary>
      <ul className="help">
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </details>
  );
}
