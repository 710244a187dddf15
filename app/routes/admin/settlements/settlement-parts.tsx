import { useTranslation } from "react-i18next";
import { Form, Link } from "react-router";
import type { Stamp } from "../../../domain/money/formats.ts";
import { Card } from "../../../ui/components/card.tsx";
import { figure, Moment, time } from "../../../ui/components/data-table.tsx";
import { FileForm } from "../../../ui/components/file-form.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import { TableCard } from "../page-parts.tsx";

export function SettlementForm({
  action,
  providers,
  problem,
}: {
  action: string;
  providers: readonly string[];
  problem: string | undefined;
}) {
  const { t } = useTranslation("settlements");
  return (
    <FileForm
      id="settlement"
      action={action}
      accept="text/csv,text/plain,application/vnd.ms-excel"
      problem={problem}
      texts={{ title: t("import"), label: t("file"), help: t("fileHelp"), drop: t("drop"), button: t("go") }}
    >
      {providers.length === 1 ? (
        <input type="hidden" name="provider" value={providers[0]} />
      ) : (
        <label>
          {t("provider")}
          <select name="provider" className="plain-input">
            {providers.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      )}
      <details className="more">
        <summary>{t("columns")}</summary>
        <p>{t("columnsOfStripe")}</p>
        <p>{t("columnsOfOthers")}</p>
      </details>
    </FileForm>
  );
}

export function FetchForm({ providers }: { providers: readonly string[] }) {
  const { t } = useTranslation("settlements");
  if (providers.length === 0) return null;
  return (
    <Card title={t("fetch.title")}>
      <p>{t("fetch.text")}</p>
      {providers.map((name) => (
        <Form key={name} method="post">
          <input type="hidden" name="provider" value={name} />
          <SubmitButton kind="second" intent="order">
            {t("fetch.go", { provider: name })}
          </SubmitButton>
        </Form>
      ))}
    </Card>
  );
}

export function OpenPreviews({
  previews,
}: {
  previews: readonly { id: string; provider: string; rows_count: number; at: Stamp }[];
}) {
  const { t } = useTranslation("settlements");
  if (previews.length === 0) return null;
  return (
    <TableCard
      title={t("preview.open")}
      columns={[time(t("preview.read")), t("provider"), figure(t("rows"))]}
      empty=""
      rows={previews.map(({ id, provider, rows_count, at }) => ({
        key: id,
        cells: [
          <Link key="at" className="row-link" to={`/admin/books/settlements/previews/${id}`}>
            <Moment stamp={at} />
          </Link>,
          provider,
          rows_count,
        ],
      }))}
    />
  );
}
