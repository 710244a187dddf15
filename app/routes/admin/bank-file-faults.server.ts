import type { RouterContextProvider } from "react-router";
import type { FileFault } from "../../domain/payouts/bank-files/iso-20022.ts";
import { getI18n } from "../../http/i18n.server.ts";

export function fileFaultText(
  context: Readonly<RouterContextProvider>,
  { fault, path, line }: FileFault,
): string {
  const { t } = getI18n(context);
  const what = t(`bank:fault.${fault}`);
  if (path === "/" && line === null) return t("bank:refusedWhole", { what });
  const place = line === null ? path : t("bank:place", { path, line });
  return t("bank:refused", { what, place });
}
