import type { SubmissionResult } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { data, Link, redirect } from "react-router";
import { readQueues } from "../../../domain/desk/desk.server.ts";
import { bankReason, formatDay } from "../../../domain/money/formats.ts";
import {
  listBankBalances,
  listBankStatements,
} from "../../../domain/payouts/bank-statements/bank-queries.server.ts";
import { takeStatements } from "../../../domain/payouts/bank-statements/statement-import.server.ts";
import { listReportedReturns } from "../../../domain/payouts/batches/transitions.server.ts";
import { readUploadForm } from "../../../http/body.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { figure, time } from "../../../ui/components/data-table.tsx";
import { orNotSent } from "../../../ui/lost-connection.ts";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { askedAfter, deskOf, doneText, nextPage } from "../desk.server.ts";
import { BackToBooks, QueueLinks, TableCard } from "../page-parts.tsx";
import { fileFaultText } from "../shown-money.server.ts";
import type { Route } from "./+types/bank";
import { BankBalances, ReportedReturns, StatementForm } from "./bank-parts.tsx";

const PAGE = "/admin/books/bank";
const DONE = ["taken", "repeated"] as const;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, clock, locale, t, money, stamp } = deskOf(context);
  const [{ statements, next }, queues, balances, returns] = await Promise.all([
    listBankStatements(db, askedAfter(url.searchParams)),
    readQueues(db, clock(), ({ name }) => name === "bookings" || name === "gaps"),
    listBankBalances(db),
    listReportedReturns(db, clock()),
  ]);
  return {
    title: t("bank:title"),
    done: doneText(url, DONE, (done) => t(`bank:done.${done}`)),
    queues: queues.map(({ queue, count, page }) => ({ queue, count, page })),
    balances: balances.map(({ currency, is_agreed, ...each }) => ({
      ...{ currency, is_agreed },
      day: formatDay(each.closing_on, locale),
      closing: money(each.closing_minor, currency),
      booked: money(each.booked_minor, currency),
      apart: money(each.apart_minor, currency),
      least: money(each.least_minor, currency),
      most: money(each.most_minor, currency),
    })),
    returns: returns.map(({ id, net_minor, currency, reported_at, reason, is_late, is_asked }) => ({
      ...{ id, is_late, is_asked },
      amount: money(net_minor, currency),
      at: stamp(reported_at),
      reason: bankReason(reason, (code) => t(`bankCodes:${code}`)),
    })),
    statements: statements.map(({ id, statement_ref, kind, entries, open_exceptions, currency, ...each }) => {
      const show = (amount: number) => money(amount, currency);
      return {
        ...{ id, statement_ref, kind, entries, open_exceptions },
        debits: show(each.debits_minor),
        credits: show(each.credits_minor),
        at: stamp(each.imported_at),
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
  const { services, t } = deskOf(context);
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
    // An address must not contain account numbers; a repeated post changes nothing.
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
  const { statements } = loaderData;
  return (
    <AdminPage title={loaderData.title} done={actionData?.done ?? loaderData.done}>
      <StatementForm action={PAGE} problem={Object.values(actionData?.reply?.error ?? {})[0]?.[0]} />
      <QueueLinks queues={loaderData.queues} />
      <ReportedReturns returns={loaderData.returns} />
      <BankBalances balances={loaderData.balances} />
      <TableCard
        title={t("statements")}
        next={loaderData.next}
        nextText={t("older")}
        columns={[
          t("statement"),
          t("kind"),
          figure(t("entries")),
          figure(t("debits")),
          figure(t("credits")),
          figure(t("open")),
          time(t("imported")),
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
      <BackToBooks />
    </AdminPage>
  );
}
