import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Form, Link } from "react-router";
import { DataTable, Facts } from "../../../ui/components/data-table.tsx";
import { CheckName } from "../../../ui/components/ledger-check-names.tsx";
import { LongText } from "../../../ui/components/long-text.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";

interface ShownRun {
  at: string;
  transactions: number;
  first: number;
  last: number;
  checks: number;
  faults: readonly { name: string; count: number; rows: readonly string[] }[];
}

const OF_BANK: readonly string[] = ["61-bank-agrees", "68-bank-is-heard"];

export function CheckRunFacts({ run }: { run: ShownRun | null }): ReactElement {
  const { t } = useTranslation("books");
  const { t: bank } = useTranslation("bank");
  if (run === null) return <p className="help">{t("checks.never")}</p>;
  const { faults } = run;
  return (
    <>
      <Facts
        facts={[
          [t("checks.at"), run.at],
          [
            t("checks.covered"),
            t("checks.transactions", { count: run.transactions, first: run.first, last: run.last }),
          ],
          [t("checks.asked"), t("checks.checks", { count: run.checks })],
          [
            t("books.checkResult"),
            faults.length === 0 ? t("books.clean") : <strong key="faults">{t("checks.found")}</strong>,
          ],
        ]}
      />
      {faults.length > 0 ? (
        <DataTable
          caption={t("checks.found")}
          columns={[t("books.checkName"), t("books.checkResult"), t("checks.rows")]}
          empty=""
          rows={faults.map(({ name, count, rows }) => ({
            key: name,
            cells: [
              <span key="name">
                <CheckName name={name} />
                {OF_BANK.includes(name) ? (
                  <>
                    {" "}
                    <Link to="/admin/books/bank">{bank("title")}</Link>
                  </>
                ) : null}
              </span>,
              t("books.faults", { count }),
              <ul key="rows">
                {rows.map((row) => (
                  <li key={row}>
                    <LongText text={row} />
                  </li>
                ))}
              </ul>,
            ],
          }))}
        />
      ) : null}
    </>
  );
}

export function CheckForm(props: { intent: "check_delta" | "check_full"; text: string }): ReactElement {
  return (
    <Form method="post">
      <SubmitButton kind="second" intent={props.intent}>
        {props.text}
      </SubmitButton>
    </Form>
  );
}
