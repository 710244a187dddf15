import type { SubmissionResult } from "@conform-to/react";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
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
  const { t } = useTranslation("dashboard");
  const name = useSender(tip);
  const { isNew } = useOptimisticTip(tip);
  return (
    <article className={isNew ? "card letter letter-new" : "card letter"} id={`tip-${tip.id}`}>
      <header className="letter-head">
        <Heading className="letter-amount">
          {tip.amount}
          {isNew ? (
            <>
              {" "}
              <span className="new-dot" role="img" aria-label={t("tip.new")} />
            </>
          ) : null}
        </Heading>
        <p>
          {tip.status === "DECLINED" ? name : t("tip.from", { name })}{" "}
          {tip.item_name ? t("tip.item", { item: tip.item_name }) : null}
          {tip.is_voucher ? t("tip.voucher") : null}
          {tip.groupName === null ? null : t("tip.group", { name: tip.groupName })}
          <small>{tip.day}</small>
        </p>
        {tip.status === "ACTIVE" ? null : (
          <span className="status" data-status={tip.status}>
            {t(`status.${tip.status}`)}
          </span>
        )}
      </header>
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
      {children}
    </article>
  );
}

export function fromList(list: string): string {
  return list === "/dashboard" ? "" : `?return_to=${encodeURIComponent(list)}`;
}

export function useSender(tip: ShownTip): string {
  const { t } = useTranslation("dashboard");
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
  const { t } = useTranslation("dashboard");
  const { thank, read, isThanking, isNew } = useOptimisticTip(tip);
  const address = `/dashboard/tips/${tip.id}`;
  const canReply = tip.reply === "possible";
  const name = useSender(tip);
  return (
    <>
      {isThanking ? (
        <p className="note" role="status">
          {t("reply.sent")}
        </p>
      ) : (
        <RefusedClick id={`thank-${tip.id}`} refusal={thank.data} />
      )}
      <div className="letter-acts">
        {canReply && tip.replies.length === 0 && !isThanking ? (
          <thank.Form
            method="post"
            action={`${address}/reply`}
            onSubmit={({ currentTarget }) => focusHeading(currentTarget.closest(".letter"))}
          >
            <input type="hidden" name="return_to" value={returnTo} />
            <Button type="submit" className="go" name="ready" value="1">
              {t("tip.thank")}
            </Button>
          </thank.Form>
        ) : null}
        {canReply ? <Link to={`${address}/reply${listFrom}`}>{t("tip.write")}</Link> : null}
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

/** Shared fetchers by key: their effect shows elsewhere on the page too. */
export const READ_ALL = "read-all";
export const NOTIFICATIONS = "notifications";

export type Refusal = SubmissionResult<string[]> | null;

export function useOptimisticTip({ id, is_new }: ShownTip) {
  const thank = useFetcher<Refusal>({ key: `thank-${id}` });
  const read = useFetcher<Refusal>({ key: `read-${id}` });
  const readAll = useFetcher<Refusal>({ key: READ_ALL });
  const isThanking = thank.state !== "idle";
  const isReading = isThanking || read.state !== "idle" || readAll.state !== "idle";
  return { thank, read, isThanking, isNew: is_new && !isReading };
}
