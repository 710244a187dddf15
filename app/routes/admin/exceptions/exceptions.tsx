import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { EXCEPTION_NAMES, readQueues } from "../../../domain/desk/desk.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { isId } from "../../../http/ids.ts";
import { productRules } from "../../../product-rules.ts";
import { DataTable, figure, time } from "../../../ui/components/data-table.tsx";
import { LongText } from "../../../ui/components/name-parts.tsx";
import { ShortId } from "../../../ui/components/short-id.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { askedOf, deskOf, doneText } from "../desk.server.ts";
import { EXCEPTION_DONE } from "../last-done.server.ts";
import { QueueFilter, TableCard } from "../page-parts.tsx";
import type { Route } from "./+types/exceptions";
import { EXCEPTION_KINDS } from "./kinds.server.ts";

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const desk = { ...deskOf(context), viewer_id: (await requireViewer(request, context)).id };
  const { services, t, stamp } = desk;
  const kind = askedOf(url.searchParams, "kind", EXCEPTION_NAMES);
  const shown = EXCEPTION_NAMES.filter((name) => kind === null || name === kind);
  const [queues, lists, ended] = await Promise.all([
    readQueues(services.db, services.clock(), ({ area }) => area === "exceptions"),
    Promise.all(
      shown.map(async (name) =>
        (await EXCEPTION_KINDS[name].list(desk)).map((each) => ({ ...each, kind: name })),
      ),
    ),
    kind === null ? [] : EXCEPTION_KINDS[kind].listEnded?.(desk),
  ]);
  const open = lists.flat().sort((a, b) => a.since.getTime() - b.since.getTime());
  const rows = kind === null ? productRules.admin_rows : productRules.exception_rows;
  return {
    done: doneText(url, EXCEPTION_DONE, (done) => t(`exceptions:done.${done}`)),
    kind,
    intro: kind === null ? t("exceptions:intro") : EXCEPTION_KINDS[kind].intro(t),
    queues: queues.map(({ queue, count, page }) => ({ queue, count, page })),
    rest: Math.max(0, open.length - rows),
    open: open.slice(0, rows).map(({ since, href, ...each }) => ({
      ...each,
      href: href ?? `/admin/exceptions/${each.kind}/${each.id}`,
      since: stamp(since),
      state: each.state ?? t("exceptions:open"),
    })),
    ended: (ended ?? []).map(({ at, ...each }) => ({ ...each, at: stamp(at) })),
  };
}

export default function Exceptions({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("exceptions");
  const { t: names } = useTranslation("queues");
  const { done, kind, intro, queues, open, rest, ended } = loaderData;
  const title = kind === null ? t("title") : names(`name.${kind}`);
  return (
    <AdminPage title={title} done={done}>
      <QueueFilter page="/admin/exceptions" queues={queues} kind={kind} />
      <p>{intro}</p>
      <section className="card">
        <DataTable
          caption={title}
          columns={[
            t("subject"),
            ...(kind === null ? [t("kind")] : []),
            t("why"),
            figure(t("amount")),
            time(t("since")),
            ...(kind === null ? [] : [t("state")]),
          ]}
          empty={t("empty")}
          rows={open.map((each) => ({
            key: `${each.kind} ${each.id}`,
            cells: [
              <Link key="subject" className="row-link" to={each.href}>
                <Subject text={each.subject} />
              </Link>,
              ...(kind === null ? [names(`name.${each.kind}`)] : []),
              <LongText key="why" text={each.why} />,
              each.amount,
              each.since,
              ...(kind === null ? [] : [each.state]),
            ],
          }))}
        />
        {rest > 0 ? <p className="help">{t("rest", { count: rest })}</p> : null}
      </section>
      {ended.length > 0 ? (
        <TableCard
          title={t("ended")}
          columns={[t("subject"), t("why"), figure(t("amount")), time(t("settledAt")), t("outcome")]}
          empty=""
          rows={ended.map((each) => ({
            key: each.id,
            cells: [
              <Link key="subject" className="row-link" to={`/admin/exceptions/${kind}/${each.id}`}>
                <Subject text={each.subject} />
              </Link>,
              each.why,
              each.amount,
              each.at,
              each.outcome,
            ],
          }))}
        />
      ) : null}
    </AdminPage>
  );
}

function Subject({ text }: { text: string }) {
  return isId(text) ? <ShortId id={text} /> : <LongText text={text} />;
}
