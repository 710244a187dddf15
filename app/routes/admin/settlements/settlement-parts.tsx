import type { ReactElement } from "react";
import { FileForm } from "../../../ui/components/file-form.tsx";
import { useTexts } from "../../../ui/texts.ts";

/** Takes in what a provider says of the money that it holds for us. */
export function SettlementForm({
  action,
  providers,
  problem,
}: {
  action: string;
  providers: readonly string[];
  problem: string | undefined;
}): ReactElement {
  const { t } = useTexts("settlements");
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
    </FileForm>
  );
}
