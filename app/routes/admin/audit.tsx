import { useTranslation } from "react-i18next";
import { AUDIT_ACTIONS, listActors, listAudit } from "../../domain/audit/audit.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { AuditTable } from "../../ui/components/audit-table.tsx";
import { NextPage } from "../../ui/components/data-table.tsx";
import { SearchForm } from "../../ui/components/search-form.tsx";
import { AdminPage } from "../../ui/shells/admin-page.tsx";
import type { Route } from "./+types/audit";
import { actionName, askedAudit, shownAudit } from "./audit.server.ts";
import { deskOf } from "./desk.server.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, stamp } = deskOf(context);
  const texts = getI18n(context);
  const asked = url.searchParams;
  const before = /^\d{1,15}$/.exec(asked.get("before") ?? "");
  const filter = askedAudit(asked);
  const chosen = { by: filter.actor_id ?? "", action: filter.action ?? "", about: filter.about };
  const [{ entries, next }, operators] = await Promise.all([
    listAudit(db, { ...filter, before: before ? Number(before[0]) : null }),
    listActors(db, { withLeft: true }),
  ]);
  const query = Object.entries(chosen).filter(([, value]) => value !== "");
  return {
    title: texts.t("admin:audit.title"),
    chosen,
    operators,
    acts: AUDIT_ACTIONS.map((each) => ({ value: each, name: actionName(texts, each) })),
    entries: await shownAudit(db, entries, { texts, stamp }),
    table: `/admin/audit/table?${new URLSearchParams(query)}`,
    next: next === null ? null : `/admin/audit?${new URLSearchParams([...query, ["before", String(next)]])}`,
  };
}

export default function Audit({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("admin");
  const { chosen, operators, acts, entries, next } = loaderData;
  return (
    <AdminPage title={loaderData.title}>
      <SearchForm
        action="/admin/audit"
        name="about"
        label={t("audit.about")}
        words={chosen.about}
        go={t("users.go")}
      >
        <label>
          {t("audit.by")}
          <select name="by" className="plain-input" defaultValue={chosen.by}>
            <option value="">{t("audit.anybody")}</option>
            {operators.map(({ id, email }) => (
              <option key={id} value={id}>
                {email}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t("audit.act")}
          <select name="action" className="plain-input" defaultValue={chosen.action}>
            <option value="">{t("audit.anything")}</option>
            {acts.map(({ value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </SearchForm>
      <section className="card">
        <AuditTable entries={entries} />
        <NextPage href={next} text={t("audit.next")} />
        <p>
          <a href={loaderData.table}>{t("audit.table")}</a>
        </p>
      </section>
    </AdminPage>
  );
}
