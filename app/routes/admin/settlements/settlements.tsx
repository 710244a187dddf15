import type { SubmissionResult } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { data, Link, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { readQueues } from "../../../domain/desk/desk.server.ts";
import {
  listPreviews,
  orderSettlement,
  previewSettlement,
} from "../../../domain/payments/settlements/settlement-import.server.ts";
import {
  listSettlements,
  listUnnamedPayments,
} from "../../../domain/payments/settlements/settlement-queries.server.ts";
import { readUploadForm } from "../../../http/body.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n } from "../../../http/i18n.server.ts";
import { productRules } from "../../../product-rules.ts";
import { figure, Moment, time } from "../../../ui/components/data-table.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { askedAfter, deskOf, doneText, nextPage } from "../desk.server.ts";
import { BackToBooks, QueueLinks, TableCard } from "../page-parts.tsx";
import type { Route } from "./+types/settlements";
import { FetchForm, OpenPreviews, SettlementForm } from "./settlement-parts.tsx";

const PAGE = "/admin/books/settlements";
const DONE = ["imported", "repeated", "dropped", "ordered", "gone"] as const;

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  const { services, db, clock, t, money, stamp } = deskOf(context);
  const { providers } = services;
  const now = clock();
  const [{ settlements, next }, queues, unnamed, previews] = await Promise.all([
    listSettlements(db, now, askedAfter(url.searchParams)),
    readQueues(db, now, ({ name }) => name === "settlements"),
    listUnnamedPayments(db, now),
    listPreviews(db, viewer.id, now),
  ]);
  return {
    title: t("settlements:title"),
    done: doneText(url, DONE, (done) => t(`settlements:done.${done}`)),
    providers: providers.all.map(({ name }) => name),
    fetched: providers.all.filter((each) => each.fetchSettlement).map(({ name }) => name),
    previews: previews.map(({ made_at, ...each }) => ({ ...each, at: stamp(made_at) })),
    queues: queues.map(({ queue, count, page }) => ({ queue, count, page })),
    isCut: unnamed.length === productRules.admin_rows,
    unnamed: unnamed.map(({ id, provider, provider_ref, settled_at, ...each }) => ({
      ...{ id, provider, provider_ref },
      amount: money(each.charged_minor, each.charged_currency),
      at: stamp(settled_at),
    })),
    settlements: settlements.map(({ id, provider, rows_count, totals, open_exceptions, imported_at }) => {
      const sums = Object.entries(totals);
      const show = (name: "gross_minor" | "fee_minor") =>
        sums.map(([currency, sum]) => money(sum[name], currency)).join(", ");
      return {
        ...{ id, provider, rows_count, open_exceptions },
        ...{ gross: show("gross_minor"), fee: show("fee_minor"), at: stamp(imported_at) },
      };
    }),
    next: nextPage(PAGE, next),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await requireViewer(request, context);
  const services = context.get(servicesContext);
  const errors = getI18n(context).getFixedT(null, "errors");
  const refuse = (problem: string) => {
    const reply: SubmissionResult<string[]> = { status: "error", error: { file: [problem] } };
    return data(reply, { status: 422 });
  };
  const { file, fields } = await readUploadForm(request, "file");
  const name = fields.get("provider");
  const provider = typeof name === "string" ? services.providers.find(name) : null;
  if (!provider) return refuse(errors("settlement.provider"));
  if (fields.get("intent") === "order") {
    const ordered = await orderSettlement(services, { provider: provider.name, operator_id: viewer.id });
    return redirect(`${PAGE}?done=${ordered === "ordered" ? "ordered" : "gone"}`, 303);
  }
  if (!file) return refuse(errors("settlement.required"));
  if ("problem" in file) return refuse(errors("settlement.no_csv"));
  const given = { provider: provider.name, bytes: file.bytes, operator_id: viewer.id };
  const read = await previewSettlement(services, given);
  if (read.outcome === "kept") return redirect(`${PAGE}/previews/${read.id}`, 303);
  const { line, fault, missing = [] } = read.fault;
  return refuse(errors(`settlement.${fault}`, { line: line ?? "", missing: missing.join(", ") }));
}

export { sendForm as clientAction } from "../../../ui/lost-connection.ts";

export default function Settlements({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("settlements");
  const { unnamed, isCut, settlements } = loaderData;
  return (
    <AdminPage title={loaderData.title} done={loaderData.done}>
      <SettlementForm
        action={PAGE}
        providers={loaderData.providers}
        problem={Object.values(actionData?.error ?? {})[0]?.[0]}
      />
      <FetchForm providers={loaderData.fetched} />
      <OpenPreviews previews={loaderData.previews} />
      <QueueLinks queues={loaderData.queues} />
      <TableCard
        title={t("files")}
        next={loaderData.next}
        nextText={t("older")}
        columns={[
          time(t("imported")),
          t("provider"),
          figure(t("rows")),
          figure(t("gross")),
          figure(t("fee")),
          figure(t("open")),
        ]}
        empty={t("noFiles")}
        rows={settlements.map((each) => ({
          key: each.id,
          cells: [
            <Link key="at" className="row-link" to={`${PAGE}/${each.id}`}>
              <Moment stamp={each.at} />
            </Link>,
            each.provider,
            each.rows_count,
            each.gross,
            each.fee,
            each.open_exceptions,
          ],
        }))}
      />
      <TableCard
        title={t(isCut ? "unnamedOldest" : "unnamed")}
        columns={[t("payment"), t("provider"), figure(t("amount")), time(t("paidAt"))]}
        empty={t("noUnnamed")}
        rows={unnamed.map((each) => ({
          key: each.id,
          cells: [
            <Link key="payment" className="row-link" to={`/admin/payments/${each.id}`}>
              <code>{each.provider_ref}</code>
            </Link>,
            each.provider,
            each.amount,
            each.at,
          ],
        }))}
      >
        <p>{t("unnamedText")}</p>
      </TableCard>
      <BackToBooks />
    </AdminPage>
  );
}
