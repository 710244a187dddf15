import { href, type RouterContextProvider, redirect } from "react-router";
import type { PaymentResult } from "../../domain/tips/receipt.server.ts";
import type { VoucherResult } from "../../domain/vouchers/voucher-drafts.server.ts";
import { featuresOf } from "../../http/features.server.ts";
import { isSavingData } from "../../http/guest-script.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { isId } from "../../http/ids.ts";
import { isPayingBrowser } from "../../http/paying-browser.server.ts";
import { AutoRefresh } from "../../ui/components/auto-refresh.tsx";
import { ClockGlyph, CrossGlyph } from "../../ui/components/icons.tsx";
import { MainLink, SecondLink } from "../../ui/components/main-button.tsx";
import { Title } from "../../ui/components/title.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/failed";
import { lookUpResult } from "./looked-up-result.server.ts";
import { shownReceiver } from "./shown-receiver.server.ts";
import { tipStepUrl } from "./tip-steps.server.ts";
import { voucherStepUrl } from "./voucher-steps.server.ts";

export { unlisted as meta } from "../../ui/shells/unlisted.ts";

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const paymentId = url.searchParams.get("payment");
  const { t } = getI18n(context);
  const { result, isOpenThere } = isId(paymentId)
    ? await lookUpResult(request, context, paymentId)
    : { result: null, isOpenThere: false };
  if (!result) return { title: t("result:none.title"), failure: null };
  const { payment } = result;
  if (!["CREATED", "REDIRECTED", "FAILED"].includes(payment.status)) {
    throw redirect(href("/payment/success/:payment?", { payment: payment.id }), 303);
  }
  const order = orderOf(context, result);
  // The draft is private to its browser; the payment's id is not a secret.
  const isOver = order.isOver || !(await isPayingBrowser(request, context, payment));
  const isUnpaid = isOpenThere && payment.status === "REDIRECTED";
  const known = isUnpaid ? t("result:failed.unpaidHeading") : t("result:waiting.title");
  return {
    title: payment.status === "FAILED" ? t("result:failed.title") : known,
    failure: {
      payment: { id: payment.id, status: payment.status },
      isSaving: isSavingData(request.headers),
      reason: isUnpaid ? ("unpaid" as const) : payment.failure_reason,
      back: order.back,
      againUrl: isOver ? null : order.step("summary"),
      anotherUrl: isOver ? null : order.step("payment"),
    },
  };
}

function orderOf(context: Readonly<RouterContextProvider>, result: PaymentResult | VoucherResult) {
  const { t } = getI18n(context);
  const { vouchers } = featuresOf(context);
  if ("voucher" in result) {
    const { id, status } = result.voucher;
    return {
      isOver: status === "LAPSED" || !vouchers,
      step: (name: "payment" | "summary") => voucherStepUrl(context, id, name),
      back: vouchers ? { url: href("/voucher"), text: t("vouchers:bought.back") } : null,
    };
  }
  const { tip } = result;
  const { name, path, hasPage } = shownReceiver(context, result.receiver);
  return {
    isOver: tip.status === "EXPIRED" || !hasPage,
    step: (step: "payment" | "summary") => tipStepUrl(context, path, tip.id, step),
    back: hasPage ? { url: path, text: t("result:failed.profile", { name }) } : null,
  };
}

export default function Failed({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("result");
  const { t: common } = useTexts();
  const { failure } = loaderData;
  const reason = failure?.reason ?? null;
  const heading = useHeading(reason);
  const isOver = reason !== null && reason !== "unpaid";
  return (
    <section className="card steps result">
      {failure && !failure.reason ? (
        <AutoRefresh {...failure} address={`?payment=${failure.payment.id}`} />
      ) : null}
      <span className={isOver ? "badge badge-bad" : "badge"}>
        {isOver ? <CrossGlyph size={30} /> : <ClockGlyph size={30} />}
      </span>
      <Title order={1}>{failure ? heading : t("none.heading")}</Title>
      {failure ? <Reason failure={failure} /> : <p>{t("failed.unknown")}</p>}
      <div className="actions">
        {failure?.againUrl ? <MainLink href={failure.againUrl}>{t("failed.again")}</MainLink> : null}
        {failure?.anotherUrl ? (
          <SecondLink href={failure.anotherUrl}>{t("failed.another")}</SecondLink>
        ) : null}
        {failure?.back ? (
          <a href={failure.back.url}>{failure.back.text}</a>
        ) : (
          <MainLink href="/">{common("error.home")}</MainLink>
        )}
      </div>
    </section>
  );
}

type WhyNot = "cancelled" | "declined" | "expired" | "error" | "unpaid" | null;

function useHeading(reason: WhyNot): string {
  const { t } = useTexts("result");
  switch (reason) {
    case null:
      return t("failed.openHeading");
    case "unpaid":
      return t("failed.unpaidHeading");
    case "cancelled":
      return t("failed.cancelledHeading");
    default:
      return t("failed.heading");
  }
}

function Reason({ failure }: { failure: { reason: WhyNot; againUrl: string | null } }) {
  const { t } = useTexts("result");
  if (!failure.reason) return <p>{t("failed.open")}</p>;
  return (
    <>
      <p>{t(`failed.reasons.${failure.reason}`)}</p>
      <p>
        <b>{t("failed.money")}</b> {failure.againUrl ? t("failed.keep") : null}
      </p>
    </>
  );
}
