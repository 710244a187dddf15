import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "../../../ui/components/card.tsx";
import { DataTable } from "../../../ui/components/data-table.tsx";

export function VatTable({
  title,
  rows,
  base,
  vat,
}: {
  title: string;
  rows: readonly {
    key: string;
    supplied_in: string;
    country: string;
    rate: string;
    base: string;
    vat: string;
  }[];
  base: string;
  vat: string;
}): ReactElement {
  const { t } = useTranslation("desk");
  return (
    <Card title={title}>
      <DataTable
        caption={title}
        columns={[
          t("oss.country"),
          t("oss.supplied"),
          { name: t("oss.rate"), isFigure: true },
          { name: t("oss.base"), isFigure: true },
          { name: t("oss.vat"), isFigure: true },
        ]}
        empty={t("oss.none")}
        rows={rows.map((row) => ({
          key: row.key,
          cells: [row.country, row.supplied_in, row.rate, row.base, row.vat],
        }))}
        totals={[{ key: "total", cells: [t("oss.total"), "", "", base, vat] }]}
      />
    </Card>
  );
}
