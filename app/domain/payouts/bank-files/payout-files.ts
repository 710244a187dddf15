import { stringify } from "csv-stringify/sync";
import { businessDate } from "../../calendar/business-date.ts";
import { nextTargetDay } from "../../calendar/target-days.ts";
import { type Minor, toDecimal } from "../../money/minor.ts";
import type { PayoutDestination } from "../destinations/payout-data.schema.ts";
import type { PayoutRail } from "../requests/payout-fees.ts";
import { type PayoutAccount, pain001 } from "./pain-001.ts";

/** A payout as a file for a bank needs it. */
interface FiledPayout {
  id: string;
  net_minor: Minor;
  bank_country: string | null;
  details: PayoutDestination;
}

export interface PayoutFile {
  file_name: string;
  content_type: string;
  bytes: Buffer;
}

interface Batch {
  id: string;
  currency: string;
  created_at: Date;
  /** Needed for SEPA alone. */
  account: PayoutAccount | null;
  payouts: readonly FiledPayout[];
}

/** The file that carries a batch's payouts to the bank, or to Paxum. */
export function payoutFile(rail: PayoutRail, batch: Batch): PayoutFile {
  const day = businessDate(batch.created_at);
  const name = `payouts-${rail.toLowerCase().replace("_csv", "")}-${batch.currency.toLowerCase()}-${day}-${batch.id.slice(-8)}`;
  if (rail === "SEPA")
    return {
      file_name: `${name}.xml`,
      content_type: "application/xml",
      bytes: Buffer.from(sepaFile(batch, day)),
    };
  const { payouts, currency } = batch;
  const rows = rail === "BANK_CSV" ? payouts.map(bankRow(currency)) : payouts.map(paxumRow(currency));
  const text = stringify(rows, { header: true, record_delimiter: "\r\n", escape_formulas: true });
  return { file_name: `${name}.csv`, content_type: "text/csv; charset=utf-8", bytes: Buffer.from(text) };
}

/** The payout's id in the at most 35 characters that banks leave for it; they send it back with the result. */
export function payoutReference(id: string): string {
  return id.replaceAll("-", "");
}

function sepaFile(batch: Batch, day: string): string {
  const { account } = batch;
  if (!account) throw new Error("a SEPA file needs our own account");
  return pain001({
    reference: payoutReference(batch.id),
    account,
    created_at: batch.created_at,
    execution_day: nextTargetDay(day),
    transfers: batch.payouts.map(({ id, net_minor, details }) => ({
      reference: payoutReference(id),
      owner: details.bank_account_owner ?? "",
      iban: details.bank_iban ?? "",
      bic: details.bank_bic,
      amount_minor: net_minor,
      purpose: `${account.owner}: payout of ${day}`,
    })),
  });
}

function bankRow(currency: string) {
  return ({ id, net_minor, bank_country, details }: FiledPayout) => ({
    reference: payoutReference(id),
    owner: details.bank_account_owner ?? "",
    account: details.bank_iban ?? "",
    bic: details.bank_bic ?? "",
    bank: details.bank_name ?? "",
    country: bank_country ?? "",
    currency,
    amount: toDecimal(net_minor, currency),
  });
}

function paxumRow(currency: string) {
  return ({ id, net_minor, details }: FiledPayout) => ({
    email: details.paxum_email ?? "",
    owner: details.paxum_account_owner ?? "",
    currency,
    amount: toDecimal(net_minor, currency),
    reference: payoutReference(id),
  });
}
