import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { AccountStatus } from "../../../domain/users/viewer.ts";
import type { CHECKLIST_PAGES } from "../../../ui/components/checklist-pages.ts";
import { MainLink } from "../../../ui/components/main-button.tsx";
import { PageLink } from "../../../ui/components/page-link.tsx";
import { QrLink } from "../../../ui/components/qr-link.tsx";
import { Title } from "../../../ui/components/title.tsx";

export function AccountState({
  status,
  isOpen,
  todo,
}: {
  status: AccountStatus;
  isOpen: boolean;
  todo: (typeof CHECKLIST_PAGES)[number][];
}) {
  const { t } = useTranslation("dashboard");
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

export function MoneyStrip({ money }: { money: readonly CurrencyStrip[] }) {
  const { t } = useTranslation("dashboard");
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
                  {t("home.status.CHARGEBACK")}
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

export function TaxDetailsNote({ year, isReportable }: { year: number; isReportable: boolean }) {
  const { t } = useTranslation("dashboard");
  return (
    <p className="note">
      {t(isReportable ? "taxes.REPORTABLE" : "taxes.NEAR", { year })}{" "}
      <Link to="/account/tax">{t("taxes.go")}</Link>
    </p>
  );
}

export function Empty({ filter, page }: { filter: { only_new: boolean; fan: string }; page: string | null }) {
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
