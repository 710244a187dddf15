import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import type { z } from "zod";
import { declineContentForm } from "../../../domain/moderation/moderation.schema.ts";
import type { ReviewReason, ReviewView } from "../../../domain/moderation/review-content.ts";
import { AcceptanceForm } from "../../../ui/components/acceptance-form.tsx";
import { Card } from "../../../ui/components/card.tsx";
import { named } from "../../../ui/components/named.ts";
import { ReasonForm } from "../../../ui/components/reason-form.tsx";

const VIEWS: readonly ReviewView[] = ["queue", "recent", "declined"];

export function ReviewFilter({ action, view }: { action: string; view: ReviewView }): ReactElement {
  const { t } = useTranslation("admin");
  return (
    <Form method="get" action={action} className="search">
      <label>
        {t("reviews.view")}
        <select name="view" className="plain-input" defaultValue={view}>
          {VIEWS.map((each) => (
            <option key={each} value={each}>
              {t(`reviews.views.${each}`)}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="second-button">
        {t("reviews.show")}
      </button>
    </Form>
  );
}

const STATUSES = ["PENDING", "ACTIVE", "DECLINED", "REFUNDED", "CHARGEBACK"] as const;

export function ReviewChip({ status }: { status: string }): ReactElement {
  const { t } = useTranslation("admin");
  return (
    <span className="status" data-status={status}>
      {named(STATUSES, status, (known) => t(`reviews.status.${known}`))}
    </span>
  );
}

export function ReviewReasonName({ reason }: { reason: ReviewReason | null }): string {
  const { t } = useTranslation("admin");
  return reason === null ? "–" : t(`reviews.reasons.${reason}`);
}

export function TimeLeft({ minutes }: { minutes: number }): string {
  const { t } = useTranslation("admin");
  if (minutes === 0) return t("reviews.overdue");
  return minutes < 60
    ? t("reviews.minutesLeft", { count: minutes })
    : t("reviews.hoursLeft", { count: Math.trunc(minutes / 60) });
}

export interface ShownDecision {
  operator: string | null;
  at: string | null;
  reason: string | null;
}

interface DecisionFormsGiven {
  acceptText: string;
  declineText: string;
  reasonHelp: string;
  hidden?: Readonly<Record<string, string>> | undefined;
  schema?: z.ZodType<{ reason: string }>;
}

export function DecisionForms(given: DecisionFormsGiven): ReactElement {
  const { t } = useTranslation("admin");
  const { acceptText, declineText, reasonHelp, hidden, schema = declineContentForm } = given;
  return (
    <>
      <AcceptanceForm text={acceptText} hidden={hidden} />
      <ReasonForm
        intent="decline"
        schema={schema}
        title={t("case.decline")}
        text={declineText}
        help={reasonHelp}
        button={t("reviews.declineGo")}
        hidden={hidden}
      />
    </>
  );
}

export function ReviewDecision({
  isOpen,
  decision,
  ...forms
}: DecisionFormsGiven & { isOpen: boolean; decision: ShownDecision }): ReactElement {
  const { t } = useTranslation("admin");
  if (isOpen) return <DecisionForms {...forms} />;
  return (
    <Card title={t("reviews.decision")}>
      <p>
        {decision.at === null
          ? t("reviews.decidedByItself")
          : t("reviews.decidedBy", { operator: decision.operator ?? "–", at: decision.at })}
      </p>
      {decision.reason === null ? null : <p>{t("reviews.because", { reason: decision.reason })}</p>}
    </Card>
  );
}
