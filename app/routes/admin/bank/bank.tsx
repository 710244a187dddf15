import type { SubmissionResult } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { data, Link, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { readQueues } from "../../../domain/desk/desk.server.ts";
import { bankReason, formatDay, formatMoment } from "../../../domain/money/formats.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import {
  listBankBalances,
  listBankStatements,
} from "../../../domain/payouts/bank-statements/bank-queries.server.ts";
import { takeStatements } from "../../../domain/payouts/bank-statements/statement-import.server.ts";
import { listReportedReturns } from "../../../domain/payouts/batches/transitions.server.ts";
import { readUploadForm } from "../../../http/body.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { ButtonLink } from "../../../ui/components/button-link.tsx";
import { Card } from "../../../ui/components/card.tsx";
import { DataTable, NextPage } from "../../../ui/components/data-table.tsx";
import { orNotSent } from "../../../ui/lost-connection.ts";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { fileFaultText } from "../bank-file-faults.server.ts";
import { askedAfter, askedOf, nextPage } from "../lists.server.ts";
import { QueueLinks } from "../queue-links.tsx";
import type { Route } from "./+types/bank";
import { BankBalances, ReportedReturns, StatementForm } from "./bank-parts.tsx";

const PAGE = "/admin/books/bank";
const DONE = ["taken", "repeated"] as const;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, clock } = context.get(servicesContext);
  const locale = getLocale(context);
  const { t } = getI18n(context);
  const [{ statements, next }, queues, balances, returns] = await Promise.all([
    listBankStatements(db, askedAfter(url.searchParams)),
    readQueues(db, clock(), ({ name }) => name === "bookings" || name === "gaps"),
    listBankBalances(db),
    listReportedReturns(db, clock()),
  ]);
  const done = askedOf(url.searchParams, "done", DONE);
  return {
    title: t("bank:title"),
    done: done ? t(`bank:done.${done}`) : null,
    queues: queues.map(({ queue, count, page }) => ({ queue, count, page })),
    balances: balances.map(({ currency, is_agreed, ...each }) => ({
      ...{ currency, is_agreed },
      day: formatDay(each.closing_on, locale),
      closing: formatAmount(each.closing_minor, currency, locale),
      booked: formatAmount(each.booked_minor, currency, locale),
      apart: formatAmount(each.apart_minor, currency, locale),
      least: formatAmount(each.least_minor, currency, locale),
      most: formatAmount(each.most_minor, currency, locale),
    })),
    returns: returns.map(({ id, net_minor, currency, reported_at, reason, is_late, is_asked }) => ({
      ...{ id, is_late, is_asked },
      amount: formatAmount(net_minor, currency, locale),
      at: formatMoment(reported_at, locale),
      reason: bankReason(reason, (code) => t(`bankCodes:${code}`)),
    })),
    statements: statements.map(({ id, statement_ref, kind, entries, open_exceptions, currency, ...each }) => {
      const show = (amount: number) => formatAmount(amount, currency, locale);
      return {
        ...{ id, statement_ref, kind, entries, open_exceptions },
        debits: show(each.debits_minor),
        credits: show(each.credits_minor),
        at: formatMoment(each.imported_at, locale),
      };
    }),
    next: nextPage(PAGE, next),
  };
}

interface BankReply {
  reply: SubmissionResult<string[]> | null;
  done: string | null;
}

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await requireViewer(request, context);
  const services = context.get(servicesContext);
  const { t } = getI18n(context);
  const { file } = await readUploadForm(request, "file");
  const refuse = (problem: string) => {
    const reply: SubmissionResult<string[]> = { status: "error", error: { file: [problem] } };
    return data<BankReply>({ reply, done: null }, { status: 422 });
  };
  if (!file) return refuse(t("bank:refusal.required"));
  if ("problem" in file) return refuse(t("bank:refusal.too_big"));
  const account = services.config.payoutAccount;
  const taken = await takeStatements(services, { operator_id: viewer.id, bytes: file.bytes, account });
  if (taken.outcome === "no_statement") return refuse(fileFaultText(context, taken.fault));
  if (taken.outcome === "taken" || taken.outcome === "repeated") {
    // Account numbers must not appear in an address; a repeated post changes nothing.
    if (!taken.other_accounts) return redirect(`${PAGE}?done=${taken.outcome}`, 303);
    const others = t("bank:done.others", { accounts: taken.other_accounts.join(", ") });
    return data<BankReply>({ reply: null, done: `${t(`bank:done.${taken.outcome}`)} ${others}` });
  }
  return refuse(t(`bank:refusal.${taken.outcome}`));
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orNotSent(serverAction(), (reply): BankReply => ({ reply, done: null }));

export default function Bank({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("bank");
  const { t: books } = useTranslation("books");
  const { statements } = loaderData;
  return (
    <AdminPage title={loaderData.title} done={actionData?.done ?? loaderData.done}>
      <StatementForm action={PAGE} problem={Object.values(actionData?.reply?.error ?? {})[0]?.[0]} />
      <QueueLinks queues={loaderData.queues} />
      <ReportedReturns returns={loaderData.returns} />
      <BankBalances balances={loaderData.balances} />
      <Card title={t("statements")}>
        <DataTable
          caption={t("statements")}
          columns={[
            t("statement"),
            t("kind"),
            { name: t("entries"), isFigure: true },
            { name: t("debits"), isFigure: true },
            { name: t("credits"), isFigure: true },
            { name: t("open"), isFigure: true },
            { name: t("imported"), isMoment: true },
          ]}
          empty={t("noStatements")}
          rows={statements.map((each) => ({
            key: each.id,
            cells: [
              <Link key="statement" className="row-link" to={`${PAGE}/${each.id}`}>
                {each.statement_ref}
              </Link>,
              t(each.kind === "camt.053" ? "kinds.statement" : "kinds.notice"),
              each.entries,
              each.debits,
              each.credits,
              each.open_exceptions,
              each.at,
            ],
          }))}
        />
        <NextPage href={loaderData.next} text={t("older")} />
      </Card>
      <div className="actions">
        <ButtonLink to="/admin/books">{books("books.back")}</ButtonLink>
      </div>
    </AdminPage>
  );
}
