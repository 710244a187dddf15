import { useTexts } from "../texts.ts";
import { useLedgerNames } from "./ledger-names.ts";

export function useEntryName(): (entry: { debit: string; credit: string }) => string {
  const { t } = useTexts("corrections");
  const names = useLedgerNames();
  return ({ debit, credit }) => t("entry", { debit: names.account(debit), credit: names.account(credit) });
}
