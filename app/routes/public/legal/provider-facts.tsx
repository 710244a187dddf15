import { Facts } from "../../../ui/components/data-table.tsx";
import { useTexts } from "../../../ui/texts.ts";
import type { Operator } from "./legal-values.server.ts";

export function ProviderFacts({
  values,
  more,
}: {
  values: Operator;
  more: readonly [name: string, value: string][];
}) {
  const { t } = useTexts("legal");
  return (
    <Facts
      facts={[
        [t("imprint.provider"), values.operator],
        [t("imprint.address"), values.address],
        [
          t("imprint.email"),
          <a key="email" href={`mailto:${values.contact}`}>
            {values.contact}
          </a>,
        ],
        ...more,
      ]}
    />
  );
}
