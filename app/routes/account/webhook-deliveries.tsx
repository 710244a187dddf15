import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import type { CreatorEventType } from "../../domain/creator-events/webhook.schema.ts";
import { EVENT_FIELDS } from "../../domain/creator-events/webhook.schema.ts";

interface Delivery {
  id: string;
  type: CreatorEventType | "webhook.test";
  status: "WAITING" | "DELIVERED" | "GIVEN_UP" | "DROPPED";
  code: number | null;
  answer: string | null;
  ms: number | null;
  isTried: boolean;
  at: string;
  next: string;
}

export function Deliveries({ of, canSend }: { of: readonly Delivery[]; canSend: boolean }) {
  const { t } = useTranslation("webhooks");
  if (of.length === 0) return <p className="help">{t("noDeliveries")}</p>;
  return (
    <ul className="rows">
      {of.map((each) => (
        <DeliveryRow key={each.id} of={each} canSend={canSend && each.isTried} />
      ))}
    </ul>
  );
}

function DeliveryRow({ of, canSend }: { of: Delivery; canSend: boolean }) {
  const { t } = useTranslation("webhooks");
  const event = t(of.type === "webhook.test" ? "events.test" : `events.${EVENT_FIELDS[of.type]}`);
  const results = useResults(of);
  return (
    <li>
      <span>
        <b>{event}</b> {of.at}
        <small>{results.join(" · ")}</small>
        {of.code !== null && of.answer ? (
          <small>
            <code>{of.answer}</code>
          </small>
        ) : null}
      </span>
      {canSend ? (
        <Form method="post">
          <input type="hidden" name="id" value={of.id} />
          <button
            type="submit"
            name="intent"
            value="again"
            className="plain-button"
            aria-label={t("againOne", { event, at: of.at })}
          >
            {t("sendAgain")}
          </button>
        </Form>
      ) : null}
    </li>
  );
}

const CAUSES = ["NOT_CALLED", "TOO_SLOW"] as const;

function useResults({ status, code, answer, ms, isTried, next }: Delivery): string[] {
  const { t } = useTranslation("webhooks");
  const cause = CAUSES.find((each) => each === answer);
  const answered =
    code === null
      ? t(cause ? `noAnswer.${cause}` : "noAnswer.other", { code: answer ?? "" })
      : t("results.answered", { status: code, ms: ms ?? 0 });
  return [
    ...(isTried ? [answered] : []),
    ...(status === "DELIVERED" ? [] : [t(`results.${status}`)]),
    ...(status === "WAITING" && isTried ? [t("results.next", { at: next })] : []),
  ];
}
