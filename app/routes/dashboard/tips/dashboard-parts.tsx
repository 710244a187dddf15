import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { AccountStatus } from "../../../domain/users/viewer.ts";
import type { CHECKLIST_PAGES } from "../../../ui/components/checklist-pages.ts";
import { MainLink } from "../../../ui/components/main-button.tsx";
import { PageLink } from "../../../ui/components/page-link.tsx";
import { QrLink } from "../../../ui/components/qr-link.tsx";
import { Title } from "../../../ui/components/title.tsx";

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
  const { t } = useTranslation("account");
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
            <Link to={href}>
              {t(
                part === "verification" && status === "DECLINED" ? "home.need.declined" : `home.need.${part}`,
              )}
            </Link>
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
  const { t } = useTranslation("dashboard");
  const { t: tAccount } = useTranslation("account");
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
      <PageLink href="/dashboard/payouts">{t("toPayouts")}</PageLink>
    </section>
  );
}

/** Tax details are wanted: the year comes near the threshold of the report, or is above it. */
export function TaxDetailsNote({
  wanted,
}: {
  wanted: { year: number; isReportable: boolean } | null;
}): ReactElement | null {
  const { t } = useTranslation("tax");
  if (wanted === null) return null;
  return (
    <p className="note">
      {t(wanted.isReportable ? "banner.REPORTABLE" : "banner.NEAR", { year: wanted.year })}{" "}
      <Link to="/account/tax">{t("banner.go")}</Link>
    </p>
  );
}

/** What to do where there is no tip to show. */
export function Empty({
  filter,
  page,
}: {
  filter: { only_new: boolean; fan: string };
  /** The creator's own page, once fans can open it. */
  page: string | null;
}): ReactElement {
  const { t } = useTranslation("dashboard");
  if (filter.fan !== "" || filter.only_new)
    return (
      <section className="card">
        <p>{filter.fan === "" ? t("empty.new") : t("empty.none", { fan: filter.fan })}</p>
        <p>
          <Link to="/dashboard">{t("search.clear")}</Link>
        </p>
      </section>
    );
  return (
    <section className="card">
      <Title order={2}>{t("empty.title")}</Title>
      {page === null ? (
        <p>{t("empty.later")}</p>
      ) : (
        <>
          <p>{t("empty.text")}</p>
          <div className="actions">
            <MainLink href={`/${page}`}>/{page}</MainLink>
            <QrLink username={page} kind="second">
              {t("empty.qr")}
            </QrLink>
          </div>
        </>
      )}
    </section>
  );
}
