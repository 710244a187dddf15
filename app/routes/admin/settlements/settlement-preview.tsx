import { useTranslation } from "react-i18next";
import { data, Form, Link, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { formatMoment } from "../../../domain/money/formats.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import {
  dropPreview,
  findPreview,
  takePreview,
} from "../../../domain/payments/settlements/settlement-import.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { Card } from "../../../ui/components/card.tsx";
import { DataTable, Facts } from "../../../ui/components/data-table.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { button, pageActs } from "../acts.server.ts";
import { askedOf } from "../lists.server.ts";
import { shownEvent } from "../settlement-events.server.ts";
import type { Route } from "./+types/settlement-preview";

const PAGE = "/admin/books/settlements";

export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  const services = context.get(servicesContext);
  const locale = getLocale(context);
  const asked = { id: params.id, operator_id: viewer.id };
  const preview = isId(params.id) ? await findPreview(services, asked) : null;
  if (!preview) throw data(null, { status: 404 });
  const { provider, rows_count, made_at } = preview;
  const { t } = getI18n(context);
  const today = made_at.toISOString().slice(0, 10);
  return {
    title: t("settlements:preview.title", { provider }),
    done: askedOf(url.searchParams, "done", ["changed"]) ? t("settlements:preview.changed") : null,
    ...{ provider, rows_count, read: formatMoment(made_at, locale) },
    sums: preview.sums.map(({ currency, kind, fitting, waiting, known_minor, known_count }) => {
      const show = (amount: number) => formatAmount(amount, currency, locale);
      return {
        ...{ currency, kind, known_count },
        fitting: fitting.count === 0 ? null : { count: fitting.count, sum: show(fitting.minor) },
        waiting:
          waiting.count === 0
            ? null
            : { count: waiting.count, sum: show(waiting.minor), known: show(waiting.minor - known_minor) },
      };
    }),
    held: preview.held.map(({ currency, before_minor, after_minor, said_minor }) => {
      const show = (amount: number) => formatAmount(amount, currency, locale);
      return {
        ...{ currency, before: show(before_minor), after: show(after_minor), said: show(said_minor) },
        difference: show(said_minor - after_minor),
      };
    }),
    exceptions: preview.exceptions.map(({ event, reason, known }) => ({
      ...shownEvent({ ...event, id: event.event_ref, occurred_on: event.occurred_on ?? today }, locale),
      reason,
      known: known === null ? "–" : formatAmount(known.minor, known.currency, locale),
    })),
  };
}

export const action = pageActs({
  import: button(async ({ services, id, operator_id }) => {
    const { outcome } = await takePreview(services, { id, operator_id });
    if (outcome === "changed") return redirect(`${PAGE}/previews/${id}?done=changed`, 303);
    return redirect(`${PAGE}?done=${outcome}`, 303);
  }),
  drop: button(async ({ services, id, operator_id }) => {
    await dropPreview(services, { id, operator_id });
    return redirect(`${PAGE}?done=dropped`, 303);
  }),
});

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

export default function SettlementPreview({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("settlements");
  const { t: exceptionTexts } = useTranslation("exceptions");
  const { sums, held, exceptions } = loaderData;
  const counted = (part: { count: number; sum: string } | null) =>
    part === null ? "–" : t("preview.counted", part);
  return (
    <AdminPage title={loaderData.title} done={loaderData.done}>
      <p>
        <Link to="/admin/books/settlements">{t("title")}</Link>
      </p>
      <Card title={t("facts")}>
        <p>{t("preview.text")}</p>
        <Facts
          facts={[
            [t("provider"), loaderData.provider],
            [t("preview.read"), loaderData.read],
            [t("rows"), loaderData.rows_count],
          ]}
        />
        <div className="actions">
          <Form method="post">
            <SubmitButton intent="import">{t("preview.go")}</SubmitButton>
          </Form>
          <Form method="post">
            <SubmitButton kind="second" intent="drop">
              {t("preview.drop")}
            </SubmitButton>
          </Form>
        </div>
      </Card>
      <Card title={t("preview.sums")}>
        <DataTable
          caption={t("preview.sums")}
          columns={[
            t("currency"),
            t("kind"),
            { name: t("preview.fitting"), isFigure: true },
            { name: t("preview.waiting"), isFigure: true },
            { name: t("preview.difference"), isFigure: true },
            { name: t("preview.before"), isFigure: true },
          ]}
          empty={t("noSums")}
          rows={sums.map((sum) => ({
            key: `${sum.currency} ${sum.kind}`,
            cells: [
              sum.currency,
              t(`kinds.${sum.kind}`),
              counted(sum.fitting),
              counted(sum.waiting),
              sum.waiting?.known ?? "–",
              sum.known_count,
            ],
          }))}
        />
      </Card>
      <Card title={t("preview.held")}>
        <DataTable
          caption={t("preview.held")}
          columns={[
            t("currency"),
            { name: t("preview.heldNow"), isFigure: true },
            { name: t("preview.heldAfter"), isFigure: true },
            { name: t("preview.heldSaid"), isFigure: true },
            { name: t("preview.difference"), isFigure: true },
          ]}
          empty={t("noSums")}
          rows={held.map((each) => ({
            key: each.currency,
            cells: [each.currency, each.before, each.after, each.said, each.difference],
          }))}
        />
      </Card>
      <Card title={t("preview.exceptions")}>
        <DataTable
          caption={t("preview.exceptions")}
          columns={[
            t("kind"),
            { name: t("amount"), isFigure: true },
            t("about"),
            exceptionTexts("why"),
            { name: t("preview.known"), isFigure: true },
          ]}
          empty={t("preview.noExceptions")}
          rows={exceptions.map((each) => ({
            key: each.id,
            cells: [
              t(`kinds.${each.kind}`),
              each.amount,
              <code key="about">{each.reference ?? each.payment_ref ?? each.event_ref}</code>,
              t(`reason.${each.reason}`),
              each.known,
            ],
          }))}
        />
      </Card>
    </AdminPage>
  );
}
