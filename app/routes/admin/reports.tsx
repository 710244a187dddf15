import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { REASONS } from "../../domain/content-cases/content-case.schema.ts";
import { CASE_VIEWS, listCases } from "../../domain/content-cases/notices.server.ts";
import { DataTable, NextPage, time } from "../../ui/components/data-table.tsx";
import { named } from "../../ui/components/known-names.ts";
import { LongText } from "../../ui/components/name-parts.tsx";
import { AdminPage } from "../../ui/shells/admin-page.tsx";
import type { Route } from "./+types/reports";
import { askedAfter, askedOf, deskOf, nextPage } from "./desk.server.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const view = askedOf(url.searchParams, "view", CASE_VIEWS) ?? "open";
  const { db, t, stamp } = deskOf(context);
  const { cases, next } = await listCases(db, { view, after: askedAfter(url.searchParams) });
  return {
    title: t("report:admin.title"),
    view,
    next: nextPage("/admin/reports", next, { view }),
    cases: cases.map(({ id, number, target, reason, status, received_at }) => ({
      ...{ id, target, reason, status },
      number: String(number),
      received: stamp(received_at),
    })),
  };
}

export default function Reports({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("report");
  const { title, view, next, cases } = loaderData;
  return (
    <AdminPage title={title}>
      <nav aria-label={t("admin.view")}>
        <p className="more-links">
          {CASE_VIEW_NAMES.map((each) => (
            <Link
              key={each}
              to={`/admin/reports?view=${each}`}
              {...(each === view ? { "aria-current": "page" as const } : {})}
            >
              {t(`admin.views.${each}`)}
            </Link>
          ))}
        </p>
      </nav>
      <DataTable
        caption={title}
        columns={[
          t("admin.number"),
          t("admin.target"),
          t("admin.reason"),
          t("admin.state"),
          time(t("admin.since")),
        ]}
        empty={t("admin.empty")}
        rows={cases.map(({ id, number, target, reason, status, received }) => ({
          key: id,
          cells: [
            <Link key="open" to={`/admin/reports/${id}`}>
              {t("admin.one", { number })}
            </Link>,
            <LongText key="target" text={target || null} />,
            named(REASONS, reason, (known) => t(`reasons.${known}`)),
            named(STATES, status, (known) => t(`admin.states.${known}`)),
            received,
          ],
        }))}
      />
      <NextPage href={next} text={t("admin.next")} />
    </AdminPage>
  );
}

const CASE_VIEW_NAMES = ["open", "all"] as const;
const STATES = ["OPEN", "DECIDED", "COMPLAINT"] as const;
