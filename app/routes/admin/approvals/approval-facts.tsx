import type { ReactElement, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { atName } from "../../../ui/components/at-name.ts";
import { Card } from "../../../ui/components/card.tsx";
import { Facts } from "../../../ui/components/data-table.tsx";
import { useEntryName } from "../../../ui/components/entry-name.ts";
import type { Route } from "./+types/approval";

export function ApprovalFacts({ facts }: { facts: Route.ComponentProps["loaderData"] }): ReactElement {
  const { t } = useTranslation("approvals");
  const entryName = useEntryName();
  const { about } = facts;
  return (
    <Card title={t("facts")}>
      <Facts
        facts={[
          [
            t("subject"),
            <Link key="about" to={about.href}>
              {t(about.name)}
            </Link>,
          ],
          ...optional(t("entry"), facts.entry && entryName(facts.entry)),
          ...optional(t("owner"), facts.owner),
          ...optional(t("creator"), facts.creator === null ? null : atName(facts.creator)),
          ...optional(t("group"), facts.group === null ? null : `/gl/${facts.group}`),
          ...optional(t("code"), facts.voucherEnd === null ? null : `…${facts.voucherEnd}`),
          ...optional(t("payouts"), facts.payouts),
          ...optional(t("amount"), facts.amount),
          ...optional(t("goodwill"), facts.goodwill),
          [t("worth"), <b key="worth">{facts.worth}</b>],
          ...optional(t("rate"), facts.rate),
          ...optional(t("report"), facts.report),
          ...optional(t("returnedBy"), facts.by),
          ...optional(t("reference"), facts.reference),
          ...optional(t("reason"), facts.reason),
          ...optional(
            t("evidence"),
            facts.statement && <Link to={`/admin/books/bank/${facts.statement}`}>{t("statement")}</Link>,
          ),
          [t("maker"), facts.maker],
          [t("since"), facts.since],
          ...optional(t("checkers"), facts.checkers?.join(", ") || null),
        ]}
      />
    </Card>
  );
}

function optional(name: string, value: ReactNode): [string, ReactNode][] {
  return value === null ? [] : [[name, value]];
}
