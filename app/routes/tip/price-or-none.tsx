import type { ReactElement } from "react";
import { type Price, PriceTable } from "../../ui/components/price-table.tsx";
import { useTexts } from "../../ui/texts.ts";

/** What a tip or voucher costs; where the currency has no fresh reference rate, that another one is to be chosen. */
export function PriceOrNone({
  price,
  name,
  currency,
}: {
  price: Price | null;
  name: string | null;
  currency: string;
}): ReactElement {
  const { t } = useTexts("tip");
  if (price) return <PriceTable price={price} name={name} />;
  return (
    <p className="note" id="price" role="alert">
      {t("payment.noRate", { currency })}
    </p>
  );
}
