import { redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { formatMoment } from "../../../domain/money/formats.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import { batchForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { listBatches, makeBatch } from "../../../domain/payouts/payouts.server.ts";
import { readCheckableForm } from "../../../http/body.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { formPageContext } from "../../../http/refused-forms.server.ts";
import { DataTable, NextPage } from "../../../ui/components/data-table.tsx";
import { LongText } from "../../../ui/components/long-text.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { useTexts } from "../../../ui/texts.ts";
import { askedAfter, nextPage } from "../lists.server.ts";
import type { Route } from "./+types/batches";

export { titleMeta as meta } from "../../../ui/shells/title-meta.ts";

/** Every batch there was, the newest first. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const locale = getLocale(context);
  const after = askedAfter(url.searchParams);
  const { batches, next } = await listBatches(context.get(servicesContext).db, after);
  return {
    title: getI18n(context).t("adminPayouts:batches.title"),
    batches: batches.map(
      ({ id, rail, currency, total_minor, open, state, made_by, created_at, ...batch }) => ({
        ...{ id, rail, open, state, made_by },
        // Of one that was taken apart nothing was sent.
        payouts_count: state === "TAKEN_APART" ? 0 : batch.payouts_count,
        total: state === "TAKEN_APART" ? "–" : formatAmount(total_minor, currency, locale),
        made: formatMoment(created_at, locale),
      }),
    ),
    next: nextPage("/admin/payouts/batches", next),
  };
}

/** Makes a batch of all that waits on one way in one currency. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const form = parseForm(request, context, await readCheckableForm(request), batchForm);
  if (!form.ok) {
    // The page that has a button for each.
    context.set(formPageContext, "/admin/payouts");
    return form.reply;
  }
  const account = services.config.payoutAccount;
  const made = await makeBatch(services, { ...form.value, operator_id: viewer.id, account });
  if (made.outcome === "made") return redirect(`/admin/payouts/batches/${made.batch_id}?done=made`, 303);
  return redirect(`/admin/payouts?done=${made.outcome}`, 303);
}

export default function PayoutBatches({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("adminPayouts");
  return (
    <AdminPage title={loaderData.title}>
      <p>
        <a href="/admin/payouts">{t("payouts.title")}</a>
      </p>
      <section className="card">
        <DataTable
          caption={loaderData.title}
          columns={[
            t("batches.made"),
            t("batches.rail"),
            { name: t("batches.sum"), isFigure: true },
            { name: t("batches.payouts"), isFigure: true },
            t("batches.state"),
            t("batches.by"),
          ]}
          empty={t("batches.empty")}
          rows={loaderData.batches.map((batch) => ({
            key: batch.id,
            cells: [
              <a key="made" href={`/admin/payouts/batches/${batch.id}`}>
                {batch.made}
              </a>,
              t(`rail.${batch.rail}`),
              batch.total,
              batch.payouts_count,
              <BatchState key="state" state={batch.state} open={batch.open} />,
              <LongText key="by" text={batch.made_by} />,
            ],
          }))}
        />
        <NextPage href={loaderData.next} text={t("batches.next")} />
      </section>
    </AdminPage>
  );
}

function BatchState({
  state,
  open,
}: Pick<Route.ComponentProps["loaderData"]["batches"][number], "state" | "open">) {
  const { t } = useTexts("adminPayouts");
  const isOpen = state !== "SETTLED" && state !== "TAKEN_APART";
  return (
    <span {...(isOpen ? { className: "status", "data-status": "PROCESSING" } : { className: "zero" })}>
      {t(`batches.states.${state}`, { count: open })}
    </span>
  );
}
