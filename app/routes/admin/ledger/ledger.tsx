import { Title } from "@mantine/core";
import { createContext, data, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { writeOff } from "../../../domain/earnings/earnings.server.ts";
import {
  checkLedger,
  listOwing,
  owedAndHeld,
  shownBalance,
  type TrialBalance,
  trialBalance,
} from "../../../domain/ledger/ledger.server.ts";
import { formatMoment } from "../../../domain/money/formats.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import { importSettlement, listSettlements } from "../../../domain/payments/payments.server.ts";
import { writeOffForm } from "../../../domain/refunds/refund.schema.ts";
import { readForm, readUploadForm } from "../../../http/body.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { ErrorSummary } from "../../../ui/components/error-summary.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { useTexts } from "../../../ui/texts.ts";
import { askedOf } from "../lists.server.ts";
import { totalsOf } from "../totals.server.ts";
import type { Route } from "./+types/ledger";
import { BalanceTable, CheckList, OwingList, SettlementList } from "./ledger-parts.tsx";
import { SettlementForm } from "./settlement-form.tsx";

const DONE = ["imported", "repeated", "written_off", "nothing_owed"] as const;
const OWING_SHOWN = 50;
const SETTLEMENTS_SHOWN = 10;

/** The loader runs after the action of the same post: what the checks found is shown by the page that asked. */
const checkedContext = createContext<{ name: string; rows: number }[] | null>(null);

/** The books: trial balance, owed and held, the checks, who owes, and what the provider settled. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, providers } = context.get(servicesContext);
  const locale = getLocale(context);
  const { t } = getI18n(context);
  const [balances, sums, owing, settlements] = await Promise.all([
    trialBalance(db),
    owedAndHeld(db),
    listOwing(db, OWING_SHOWN),
    listSettlements(db, SETTLEMENTS_SHOWN),
  ]);
  const show = (amount: number, currency: string) => formatAmount(amount, currency, locale);
  const done = askedOf(url.searchParams, "done", DONE);
  return {
    title: t("books:books.title"),
    done: done ? t(`books:books.done.${done}`) : null,
    checks: context.get(checkedContext),
    owed: show(sums.owed_minor, "EUR"),
    held: show(sums.held_minor, "EUR"),
    isHeld: sums.owed_minor <= sums.held_minor + 1,
    currencies: [...new Set(balances.map((row) => row.currency))].map((currency) => ({
      currency,
      rows: balances.filter((row) => row.currency === currency).map((row) => balanceRow(row, show)),
      totals: {
        debit: show(sumOf(balances, currency, "DEBIT"), currency),
        credit: show(sumOf(balances, currency, "CREDIT"), currency),
      },
    })),
    owing: owing.map((row) => ({ ...row, owed: show(row.owed_minor, row.currency) })),
    owingTotals: totalsOf(
      owing.map(({ owed_minor, currency }) => ({ amount_minor: owed_minor, currency })),
      locale,
    ),
    providers: providers.all.map(({ name }) => name),
    settlements: settlements.map(({ imported_at, totals, ...rest }) => ({
      ...rest,
      at: formatMoment(imported_at, locale),
      sums: Object.entries(totals).map(([currency, sum]) => ({
        gross: show(sum.gross_minor, currency),
        fee: show(sum.fee_minor, currency),
      })),
    })),
  };
}

function balanceRow(row: TrialBalance, show: (amount: number, currency: string) => string) {
  const { side, amount_minor, is_opposite: isOpposite } = shownBalance(row);
  const amount = show(amount_minor, row.currency);
  const [debit, credit] = side === "DEBIT" ? [amount, ""] : ["", amount];
  return { code: row.code, provider: row.provider, debit, credit, isOpposite, isZero: amount_minor === 0 };
}

function sumOf(balances: readonly TrialBalance[], currency: string, side: TrialBalance["side"]): number {
  return balances
    .filter((row) => row.currency === currency)
    .map(shownBalance)
    .filter((shown) => shown.side === side)
    .reduce((sum, shown) => sum + shown.amount_minor, 0);
}

/** …/checks, …/settlements, …/write-off. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const back = (done: string) => redirect(`/admin/books?done=${done}`, 303);
  if (url.pathname.endsWith("/checks")) {
    await readForm(request);
    const results = await checkLedger(services.db, services.clock());
    context.set(
      checkedContext,
      results.map(({ name, rows }) => ({ name, rows: rows.length })),
    );
    return null;
  }
  const errors = getI18n(context).getFixedT(null, "errors");
  const refuse = (problem: string) => data({ problem }, { status: 422 });
  if (url.pathname.endsWith("/write-off")) {
    const form = writeOffForm.safeParse(Object.fromEntries(await readForm(request)));
    if (!form.success) return refuse(errors("reason.required"));
    return back(await writeOff(services, { ...form.data, operator_id: viewer.id }));
  }
  if (!url.pathname.endsWith("/settlements")) throw data(null, { status: 405 });
  const { file, fields } = await readUploadForm(request, "file");
  const name = fields.get("provider");
  const provider = typeof name === "string" ? services.providers.find(name) : null;
  if (!provider) return refuse(errors("settlement.provider"));
  if (!file) return refuse(errors("settlement.required"));
  if ("problem" in file) return refuse(errors("settlement.no_csv"));
  const outcome = await importSettlement(services, {
    provider: provider.name,
    bytes: file.bytes,
    operator_id: viewer.id,
  });
  if (outcome.outcome !== "refused") return back(outcome.outcome);
  const { line, fault } = outcome.fault;
  return refuse(errors(`settlement.${fault}`, { line: line ?? "" }));
}

export default function Books({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("books");
  const { currencies, owed, held, isHeld, checks, owing, owingTotals, settlements, done } = loaderData;
  return (
    <AdminPage title={loaderData.title} done={done}>
      <ErrorSummary formId="books" errors={actionData ? { "": [actionData.problem] } : {}} />
      <section className="card">
        <Title order={2}>{t("books.held")}</Title>
        <p>
          {t(isHeld ? "books.isHeld" : "books.isNotHeld", { owed, held })}{" "}
          <a href="/admin/books/postings">{t("books.postings")}</a>
        </p>
        <form method="post" action="/admin/books/checks">
          <button type="submit" className="second-button">
            {t("books.check")}
          </button>
        </form>
        {checks ? <CheckList checks={checks} /> : null}
      </section>
      {currencies.map(({ currency, rows, totals }) => (
        <section className="card" key={currency}>
          <Title order={2}>{t("books.balance", { currency })}</Title>
          <BalanceTable caption={t("books.balance", { currency })} rows={rows} totals={totals} />
        </section>
      ))}
      <section className="card">
        <Title order={2}>{t("books.owing")}</Title>
        <OwingList owing={owing} totals={owingTotals} />
      </section>
      <section className="card">
        <Title order={2}>{t("books.settlements")}</Title>
        <SettlementForm providers={loaderData.providers} />
        <SettlementList settlements={settlements} />
      </section>
    </AdminPage>
  );
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: loaderData?.title }];
}
