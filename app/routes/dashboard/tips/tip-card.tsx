import type { SubmissionResult } from "@conform-to/react";
import { Button } from "@mantine/core";
import type { TFunction } from "i18next";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useFetcher } from "react-router";
import { RefusedClick } from "../../../ui/components/form-errors.tsx";
import { NameParts } from "../../../ui/components/name-parts.tsx";
import { focusHeading } from "../../../ui/keep-focus.ts";
import type { ShownTip } from "./tips-page.server.ts";

const UNFINISHED = {
  REQUESTED: "tip.refundUnderWay",
  FAILED: "tip.refundRefused",
  FAILED_LATE: "tip.refundFailedLate",
} as const;

export function TipCard({
  tip,
  heading: Heading,
  children,
}: {
  tip: ShownTip;
  heading: "h1" | "h2";
  children: ReactNode;
}) {
  const shown = useTip(tip);
  const { t, name, isNew } = shown;
  return (
    <article className={isNew ? "card letter letter-new" : "card letter"} id={`tip-${tip.id}`}>
      <header className="letter-head">
        <TipAmount tip={tip} heading={Heading} {...shown} />
        <p>
          {tip.status === "DECLINED" ? name : t("tip.from", { name })} {tip.kind}
          <small>{tip.day}</small>
        </p>
        {tip.status === "ACTIVE" ? null : (
          <span className="status" data-status={tip.status}>
            {t(`status.${tip.status}`)}
          </span>
        )}
      </header>
      <TipContent tip={tip} {...shown} />
      {children}
    </article>
  );
}

type Shown = { tip: ShownTip } & Pick<ReturnType<typeof useTip>, "t" | "name" | "isNew">;

function TipAmount({ tip, t, isNew, heading: Heading }: Shown & { heading: "h1" | "h2" }) {
  return (
    <Heading className="letter-amount">
      {tip.amount} {isNew ? <span className="new-dot" role="img" aria-label={t("tip.new")} /> : null}
    </Heading>
  );
}

function TipContent({ tip, t, name }: Shown) {
  return (
    <>
      {tip.status === "ACTIVE" ? null : <p className="help">{t(`about.${tip.status}`)}</p>}
      {tip.refunded === null ? null : <p className="help">{t("tip.refunded", { amount: tip.refunded })}</p>}
      {tip.unfinished.map((refund) => (
        <p className="help" key={refund.id}>
          {t(UNFINISHED[refund.status], {
            ...{ amount: refund.amount, day: refund.day },
          })}
        </p>
      ))}
      {tip.message === null ? null : <blockquote className="quote">{tip.message}</blockquote>}
      {tip.has_image ? (
        <a href={`/dashboard/tips/${tip.id}/image`}>
          <img
            className="letter-image"
            src={`/dashboard/tips/${tip.id}/image`}
            alt={t("tip.image", { name })}
            width={240}
            height={180}
            loading="lazy"
          />
        </a>
      ) : null}
      {tip.sender_email === null ? null : (
        <p className="help">
          <NameParts text={tip.sender_email} />
        </p>
      )}
      {tip.replies.map((reply) => (
        <div className="letter-reply" key={reply.key}>
          <p className="help">{t("tip.yourReply", { day: reply.day })}</p>
          <p>{reply.message}</p>
        </div>
      ))}
    </>
  );
}

/** Rows share a name, so the browser keeps one open. Opening reads it where scripts run. */
export function TipRow({
  tip,
  isOpen,
  returnTo,
  children,
}: {
  tip: ShownTip;
  isOpen: boolean;
  returnTo: string;
  children: ReactNode;
}) {
  const shown = useTip(tip);
  const { t, read, isNew } = shown;
  const name = tip.sender_name === null && tip.status !== "DECLINED" ? t("tip.unnamed") : shown.name;
  // Later loads leave open what the creator has opened.
  const [isOpenFirst] = useState(isOpen);
  const readOnce = (details: HTMLDetailsElement) => {
    if (details.open && isNew)
      read.submit({ return_to: returnTo }, { method: "post", action: `/dashboard/tips/${tip.id}/read` });
  };
  return (
    <details
      className={isNew ? "letter letter-row letter-new" : "letter letter-row"}
      id={`tip-${tip.id}`}
      name="tip"
      open={isOpenFirst}
      onToggle={({ currentTarget }) => readOnce(currentTarget)}
    >
      <summary>
        <TipAmount tip={tip} heading="h2" {...shown} />
        <span className="letter-from">
          <span>{name}</span>
          {tip.replies.length > 0 ? (
            <span className="mark-done" role="img" aria-label={t("tip.thanked")}>
              ✓
            </span>
          ) : null}
          {tip.status === "ACTIVE" ? null : (
            <span className="status" data-status={tip.status}>
              {t(`status.${tip.status}`)}
            </span>
          )}
        </span>
        <time title={tip.day}>{tip.shortDay}</time>
        <span className="letter-words">
          {[tip.monthly, tip.message ?? tip.item_name].filter(Boolean).join(" · ")}
        </span>
      </summary>
      <div className="letter-body">
        <p className="help">
          {tip.day} {tip.kind}
        </p>
        <TipContent tip={tip} {...shown} />
        {children}
      </div>
    </details>
  );
}

export function fromList(list: string): string {
  return list === "/dashboard" ? "" : `?return_to=${encodeURIComponent(list)}`;
}

export function senderOf(tip: ShownTip, t: TFunction<"dashboard">): string {
  if (tip.status === "DECLINED") return t("tip.hiddenSender");
  return tip.sender_name ?? t("tip.anonymous");
}

export function TipActs({
  tip,
  returnTo,
  listFrom = fromList(returnTo),
  isOwnPage = false,
}: {
  tip: ShownTip;
  returnTo: string;
  listFrom?: string;
  isOwnPage?: boolean;
}) {
  const { t, name, thank, read, isThanking, isNew } = useTip(tip);
  const address = `/dashboard/tips/${tip.id}`;
  const canReply = tip.reply === "possible" && !isThanking;
  const isFirst = canReply && tip.replies.length === 0;
  return (
    <>
      {isThanking ? (
        <p className="note" role="status">
          {t("reply.sent")}
        </p>
      ) : (
        <RefusedClick id={`thank-${tip.id}`} refusal={thank.data} />
      )}
      <TakeBack {...{ tip, t, returnTo }} />
      {isFirst ? <ThankForm {...{ tip, t, thank, returnTo }} reply={`${address}/reply${listFrom}`} /> : null}
      <div className="letter-acts">
        {canReply && !isFirst ? <Link to={`${address}/reply${listFrom}`}>{t("tip.write")}</Link> : null}
        {isNew ? (
          <read.Form
            method="post"
            action={`${address}/read`}
            onSubmit={({ currentTarget }) => focusHeading(currentTarget.closest(".letter"))}
          >
            <input type="hidden" name="return_to" value={returnTo} />
            <button type="submit" className="plain-button">
              {t("tip.read")}
            </button>
          </read.Form>
        ) : null}
        {isOwnPage ? null : (
          <Link
            to={`${address}${listFrom}`}
            aria-label={`${t("tip.open")}: ${tip.amount} ${tip.status === "DECLINED" ? name : t("tip.from", { name })}`}
          >
            {t("tip.open")}
          </Link>
        )}
      </div>
    </>
  );
}

type ActsOfTip = { tip: ShownTip; returnTo: string } & Pick<ReturnType<typeof useTip>, "t" | "thank">;

/** One press sends the shown words; the reply's page changes them. */
function ThankForm({ tip, t, thank, reply, returnTo }: ActsOfTip & { reply: string }) {
  return (
    <thank.Form
      method="post"
      action={reply}
      className="letter-thanks"
      onSubmit={({ currentTarget }) => focusHeading(currentTarget.closest(".letter"))}
    >
      <input type="hidden" name="return_to" value={returnTo} />
      <input type="hidden" name="message" value={tip.thanks} />
      <p className="help">{t("reply.draft")}</p>
      <p className="thanks-draft">{tip.thanks}</p>
      <Button type="submit" className="go">
        {t("tip.thank")}
      </Button>{" "}
      <Link to={reply}>{t("reply.change")}</Link>
    </thank.Form>
  );
}

/** While the mail waits; the style sheet hides it after its time. */
function TakeBack({ tip, t, returnTo }: Omit<ActsOfTip, "thank">) {
  const takeBack = useFetcher<Refusal>({ key: `take-back-${tip.id}` });
  return (
    <>
      <RefusedClick id={`take-back-${tip.id}`} refusal={takeBack.data} />
      {tip.can_take_back && takeBack.state === "idle" ? (
        <takeBack.Form
          method="post"
          action={`/dashboard/tips/${tip.id}/reply`}
          className="take-back"
          onSubmit={({ currentTarget }) => focusHeading(currentTarget.closest(".letter"))}
        >
          <input type="hidden" name="return_to" value={returnTo} />
          <button type="submit" className="second-button" name="intent" value="take-back">
            {t("reply.takeBack")}
          </button>
        </takeBack.Form>
      ) : null}
    </>
  );
}

/** Shared by key: their effect shows elsewhere on the page. */
export const READ_ALL = "read-all";
export const NOTIFICATIONS = "notifications";

export type Refusal = SubmissionResult<string[]> | null;

/** Hooks of a row, called once for all of its parts: they are a fifth of a dashboard's time otherwise. */
export function useTip(tip: ShownTip) {
  const { t } = useTranslation("dashboard");
  return { t, name: senderOf(tip, t), ...useOptimisticTip(tip) };
}

function useOptimisticTip({ id, is_new }: ShownTip) {
  const thank = useFetcher<Refusal>({ key: `thank-${id}` });
  const read = useFetcher<Refusal>({ key: `read-${id}` });
  const readAll = useFetcher<Refusal>({ key: READ_ALL });
  const isThanking = thank.state !== "idle";
  const isReading = isThanking || read.state !== "idle" || readAll.state !== "idle";
  return { thank, read, isThanking, isNew: is_new && !isReading };
}
