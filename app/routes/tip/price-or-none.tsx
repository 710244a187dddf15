import type { ReactElement } from "react";
import { type Price, PriceTable } from "../../ui/components/price-table.tsx";
import { useTexts } from "../../ui/texts.ts";

/** Without a fresh reference rate it asks for another currency. */
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
