import type { ReactElement } from "react";
import { MainButton, SecondLink } from "../../../ui/components/main-button.tsx";
import { PriceTable } from "../../../ui/components/price-table.tsx";
import { FormPage } from "../../../ui/shells/form-page.tsx";
import { useTexts } from "../../../ui/texts.ts";
import type { AmountToConfirm } from "./series-acts.server.ts";
import type { ShownSeries } from "./shown-series.server.ts";

export function ConfirmAmount({
  series,
  here,
  ...given
}: AmountToConfirm & { series: ShownSeries; here: string }): ReactElement {
  const { t } = useTexts("monthly");
  const { total, before } = given;
  return (
    <FormPage
      title={t("amount.title")}
      intro={
        series.changesFrom === ""
          ? t("amount.later", { total, before })
          : t("amount.text", { total, before, day: series.changesFrom })
      }
    >
      {given.isAgain ? (
        <p className="note" role="alert">
          {t("amount.again")}
        </p>
      ) : null}
      <PriceTable price={given.price} name={series.name} />
      <form method="post" className="fields" data-once="">
        <input type="hidden" name="intent" value="amount" />
        <input type="hidden" name="amount" value={given.typed} />
        <input type="hidden" name="seen_total" value={given.total_minor} />
        <div className="actions">
          <MainButton>{t("amount.apply", { total })}</MainButton>
          <SecondLink href={here}>{t("amount.back")}</SecondLink>
        </div>
      </form>
    </FormPage>
  );
}
