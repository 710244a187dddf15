import type { ReactElement } from "react";
import type { AccountStatus } from "../../../domain/users/users.server.ts";
import type { CHECKLIST_PAGES } from "../../../ui/components/checklist-pages.ts";
import { Title } from "../../../ui/components/title.tsx";
import { useTexts } from "../../../ui/texts.ts";

/** How the account stands, and what is left to do until fans can tip. */
export function AccountState({
  status,
  isOpen,
  todo,
}: {
  status: AccountStatus;
  /** The page is open to fans. */
  isOpen: boolean;
  todo: (typeof CHECKLIST_PAGES)[number][];
}): ReactElement {
  const { t } = useTexts("account");
  return (
    <section className="card">
      {isOpen ? null : (
        <>
          <p className="status" data-status={status}>
            {t(`home.status.${status}`)}
          </p>
          <p>{t(`home.about.${status}`)}</p>
        </>
      )}
      {todo.length === 0 ? null : <Title order={2}>{t("home.todo")}</Title>}
      <ul className="rows">
        {todo.map(([part, href]) => (
          <li key={part}>
            <a href={href}>
              {t(
                part === "verification" && status === "DECLINED" ? "home.need.declined" : `home.need.${part}`,
              )}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface CurrencyStrip {
  currency: string;
  available: string;
  pending: string | null;
  next: { amount: string; day: string } | null;
  owed: string | null;
}

/** The money in one line for each currency: what is available, what is pending and when the next of it comes, what is owed. */
export function MoneyStrip({ money }: { money: readonly CurrencyStrip[] }): ReactElement {
  const { t } = useTexts("dashboard");
  const { t: tAccount } = useTexts("account");
  return (
    <section className="card strip" aria-label={t("available")}>
      {money.map(({ currency, available, pending, next, owed }) => (
        <dl key={currency}>
          <div>
            <dt>{t("available")}</dt>
            <dd>{available}</dd>
          </div>
          {pending === null ? null : (
            <div>
              <dt>{t("pending")}</dt>
              <dd>
                {pending}
                {next ? <small>{t("nextAt", next)}</small> : null}
              </dd>
            </div>
          )}
          {owed === null ? null : (
            <div className="strip-owed">
              <dt>
                <span className="status" data-status="CHARGEBACK">
                  {tAccount("home.status.CHARGEBACK")}
                </span>
                <span>{t("owed.title")}</span>
              </dt>
              <dd>
                {owed}
                <small>{t("owed.text")}</small>
              </dd>
            </div>
          )}
        </dl>
      ))}
      <a href="/dashboard/payouts">{t("toPayouts")}</a>
    </section>
  );
}

/** Tax details are wanted: the year comes near the threshold of the report, or is above it. */
export function TaxDetailsNote({
  wanted,
}: {
  wanted: { year: number; isReportable: boolean } | null;
}): ReactElement | null {
  const { t } = useTexts("tax");
  if (wanted === null) return null;
  return (
    <p className="note">
      {t(wanted.isReportable ? "banner.REPORTABLE" : "banner.NEAR", { year: wanted.year })}{" "}
      <a href="/account/tax">{t("banner.go")}</a>
    </p>
  );
}

/** How a creator is told of new tips. */
export const CHOICES = ["AT_ONCE", "DAILY", "OFF"] as const;

/** Asked once, when the page is open to fans: one tap is the answer. */
export function NotificationsChoice(): ReactElement {
  const { t } = useTexts("dashboard");
  return (
    <section className="card ask">
      <Title order={2}>{t("notifications.title")}</Title>
      <form method="post" action="/dashboard/notifications" className="letter-acts">
        {CHOICES.map((choice) => (
          <button
            key={choice}
            type="submit"
            name="email_notifications"
            value={choice}
            className="second-button"
          >
            {t(`choice.${choice}`)}
          </button>
        ))}
      </form>
      <p className="help">{t("notifications.help")}</p>
    </section>
  );
}
