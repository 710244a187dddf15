import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { listBatches } from "../../../domain/payouts/batches/admin-queries.server.ts";
import { figure, Moment } from "../../../ui/components/data-table.tsx";
import { LongText } from "../../../ui/components/name-parts.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { askedAfter, deskOf, nextPage } from "../desk.server.ts";
import { TableCard, UpLink } from "../page-parts.tsx";
import type { Route } from "./+types/batches";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, money, stamp } = deskOf(context);
  const after = askedAfter(url.searchParams);
  const { batches, next } = await listBatches(db, after);
  return {
    batches: batches.map(
      ({ id, rail, currency, total_minor, open, state, made_by, created_at, ...batch }) => ({
        ...{ id, rail, open, state, made_by },
        payouts_count: state === "TAKEN_APART" ? 0 : batch.payouts_count,
        total: state === "TAKEN_APART" ? "–" : money(total_minor, currency),
        made: stamp(created_at),
      }),
    ),
    next: nextPage("/admin/payouts/batches", next),
  };
}

export default function PayoutBatches({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("adminPayouts");
  return (
    <AdminPage title={t("batches.title")}>
      <UpLink to="/admin/payouts">{t("payouts.title")}</UpLink>
      <TableCard
        caption={t("batches.title")}
        next={loaderData.next}
        nextText={t("batches.next")}
        columns={[
          t("batches.made"),
          t("batches.rail"),
          figure(t("batches.sum")),
          figure(t("batches.payouts")),
          t("batches.state"),
          t("batches.by"),
        ]}
        empty={t("batches.empty")}
        rows={loaderData.batches.map((batch) => ({
          key: batch.id,
          cells: [
            <Link key="made" to={`/admin/payouts/batches/${batch.id}`}>
              <Moment stamp={batch.made} />
            </Link>,
            t(`rail.${batch.rail}`),
            batch.total,
            batch.payouts_count,
            <BatchState key="state" state={batch.state} open={batch.open} />,
            <LongText key="by" text={batch.made_by} />,
          ],
        }))}
      />
    </AdminPage>
  );
}

function BatchState({
  state,
  open,
}: Pick<Route.ComponentProps["loaderData"]["batches"][number], "state" | "open">) {
  const { t } = useTranslation("adminPayouts");
  const isOpen = state !== "SETTLED" && state !== "TAKEN_APART";
  return (
    <span {...(isOpen ? { className: "status", "data-status": "PROCESSING" } : { className: "zero" })}>
      {t(`batches.states.${state}`, { count: open })}
    </span>
  );
}
