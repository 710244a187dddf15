import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { Link, useFetcher } from "react-router";
import type { AccountStatus } from "../../../domain/users/viewer.ts";
import type { CHECKLIST_PAGES } from "../../../ui/components/checklist-pages.ts";
import { RefusedClick } from "../../../ui/components/form-errors.tsx";
import { MainLink } from "../../../ui/components/main-button.tsx";
import { QrLink } from "../../../ui/components/qr-link.tsx";
import { SearchForm } from "../../../ui/components/search-form.tsx";
import { Title } from "../../../ui/components/title.tsx";
import { focusHeading } from "../../../ui/keep-focus.ts";
import { NOTIFICATIONS, READ_ALL, type Refusal, senderOf } from "./tip-card.tsx";
import type { ShownRequest, ShownTip } from "./tips-page.server.ts";

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

export function MoneyStrip({
  money,
  growth,
}: {
  money: readonly CurrencyStrip[];
  growth: { sum: string; before: string; until: string; change: string | null };
}) {
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
      <p className="strip-growth">
        {t("growth.month", { sum: growth.sum })}{" "}
        {growth.change === null ? null : (
          <span title={growth.before}>
            {t("growth.change", { change: growth.change, day: growth.until })}
          </span>
        )}
      </p>
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

interface TipList {
  page: string;
  tips: readonly ShownTip[];
  seenAt: string;
}

/**
 * New tips would move what is read, so they wait in a bar; an empty list takes them. Browsers anchor only
 * scrolled pages, Safari none.
 */
export function useHeldTips({ page, tips, seenAt }: TipList) {
  const now = { page, seenAt, ids: tips.map(({ id }) => id) };
  const [seen, setSeen] = useState(now);
  const isAnother = seen.page !== page || (seen.ids.length === 0 && now.ids.length > 0);
  if (isAnother) setSeen(now);
  const known = isAnother ? now : seen;
  // Tips after a known one came from the next page. What is read keeps its place.
  const arrivals = Math.max(
    0,
    now.ids.findIndex((id) => known.ids.includes(id)),
  );
  return {
    arrived: tips.slice(0, arrivals),
    list: inKnownOrder(tips.slice(arrivals), known.ids),
    seenAt: arrivals === 0 ? seenAt : known.seenAt,
    takeUp: () => setSeen(now),
  };
}

function inKnownOrder(tips: readonly ShownTip[], ids: readonly string[]): ShownTip[] {
  const placeOf = ({ id }: ShownTip) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return tips.toSorted((a, b) => placeOf(a) - placeOf(b));
}

export function ArrivedTips({
  tips,
  page,
  onTakeUp,
}: {
  tips: readonly ShownTip[];
  page: string;
  onTakeUp(): void;
}) {
  const [newest] = tips;
  const takeUp = (id: string) => {
    flushSync(onTakeUp);
    focusHeading(document.getElementById(`tip-${id}`));
  };
  // A live region must exist before its content.
  return (
    <div className="arrived" role="status">
      {newest ? (
        <Link to={`${page}#tip-${newest.id}`} replace onClick={() => takeUp(newest.id)}>
          <Arrival tip={newest} count={tips.length} />
        </Link>
      ) : null}
    </div>
  );
}

function Arrival({ tip, count }: { tip: ShownTip; count: number }) {
  const { t } = useTranslation("dashboard");
  const name = senderOf(tip, t);
  return (
    <>
      <small>{t("arrived", { count })}</small>
      <span>
        <b>{tip.amount}</b> {tip.status === "DECLINED" ? name : t("tip.from", { name })}
      </span>
      {tip.message === null ? null : <q>{tip.message}</q>}
    </>
  );
}

export function TipFilters({
  filter,
  hasNew,
  seenAt,
  page,
}: {
  filter: { only_new: boolean; fan: string };
  hasNew: boolean;
  seenAt: string;
  page: string;
}) {
  const { t } = useTranslation("dashboard");
  const readAll = useFetcher<Refusal>({ key: READ_ALL });
  return (
    <div className="letter-filters">
      <nav className="tabs" aria-label={t("filter.label")}>
        <Filter to="/dashboard" isCurrent={!filter.only_new}>
          {t("filter.all")}
        </Filter>
        <Filter to="/dashboard?show=new" isCurrent={filter.only_new}>
          {t("filter.fresh")}
        </Filter>
      </nav>
      {hasNew && readAll.state === "idle" ? (
        <readAll.Form
          method="post"
          action={page}
          onSubmit={({ currentTarget }) => focusHeading(currentTarget.closest(".account-page"))}
        >
          <input type="hidden" name="intent" value="read-all" />
          <input type="hidden" name="seen_at" value={seenAt} />
          <button type="submit" className="plain-button">
            {t(filter.fan === "" ? "readAll" : "readAllBesides")}
          </button>
        </readAll.Form>
      ) : null}
      <RefusedClick id="read-all" refusal={readAll.data} />
      <details className="more" open={filter.fan !== ""}>
        <summary>{t("search.title")}</summary>
        <SearchForm
          action="/dashboard"
          name="fan"
          label={t("search.label")}
          words={filter.fan}
          go={t("search.go")}
        >
          {filter.only_new ? <input type="hidden" name="show" value="new" /> : null}
        </SearchForm>
      </details>
    </div>
  );
}

function Filter({ to, isCurrent, children }: { to: string; isCurrent: boolean; children: string }) {
  return (
    <Link to={to} {...(isCurrent ? { "aria-current": "page" as const } : {})}>
      {children}
    </Link>
  );
}

export const CHOICES = ["AT_ONCE", "DAILY", "OFF"] as const;

export function NotificationsChoice({ page }: { page: string }) {
  const { t } = useTranslation("dashboard");
  const choosing = useFetcher<Refusal>({ key: NOTIFICATIONS });
  if (choosing.state !== "idle") return null;
  return (
    <section className="card ask">
      <Title order={2}>{t("notifications.title")}</Title>
      <RefusedClick id="notifications" refusal={choosing.data} />
      <choosing.Form
        method="post"
        action={page}
        className="letter-acts"
        onSubmit={({ currentTarget }) => focusHeading(currentTarget.closest(".account-page"))}
      >
        <input type="hidden" name="intent" value="notifications" />
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
      </choosing.Form>
      <p className="help">{t("notifications.help")}</p>
    </section>
  );
}

export function RequestNotes({ requests }: { requests: readonly ShownRequest[] }) {
  const { t } = useTranslation("dashboard");
  return requests.map(({ tip_id, sender_name, amount, until, isLate }) => (
    <p className="note" key={tip_id}>
      {t(isLate ? "refundRequest.lateNote" : "refundRequest.note", {
        ...{ amount, day: until, name: sender_name ?? t("tip.anonymous") },
      })}{" "}
      <Link to={`/dashboard/tips/${tip_id}`}>{t("tip.open")}</Link>
    </p>
  ));
}

/** Arrow keys, or j and k, while a row has the focus (WCAG 2.1.4). */
function moveBetweenRows(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
  const rows: (Element | null)[] = [...document.querySelectorAll(".letter-row > summary")];
  const place = rows.indexOf(document.activeElement);
  const next = step === undefined || place === -1 ? undefined : rows[place + step];
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
}

export function useRowKeys(): void {
  useEffect(() => {
    document.addEventListener("keydown", moveBetweenRows);
    return () => document.removeEventListener("keydown", moveBetweenRows);
  }, []);
}
