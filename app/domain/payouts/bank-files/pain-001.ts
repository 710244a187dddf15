import { Document } from "sepa";
import { type Minor, minor } from "../../money/minor.ts";
import { sepaText } from "./sepa-text.ts";

/** The platform's own account, from which creators are paid. */
export interface PayoutAccount {
  owner: string;
  iban: string;
  bic: string;
}

/** One payment of a file. */
export interface SepaTransfer {
  /** The payout's id without dashes; it comes back in the bank's results. */
  reference: string;
  owner: string;
  iban: string;
  bic: string | null;
  amount_minor: Minor;
  purpose: string;
}

const NAME_CHARACTERS = 70;
const PURPOSE_CHARACTERS = 140;

/**
 * A SEPA credit transfer as banks take it in (pain.001.001.09): in the few characters that every bank knows, with exact
 * sums. `reference` names the file, at most 35 characters; `execution_day` is "2026-12-01".
 */
export function pain001(file: {
  reference: string;
  account: PayoutAccount;
  created_at: Date;
  execution_day: string;
  transfers: readonly SepaTransfer[];
}): string {
  const { account, reference } = file;
  const document = new Document("pain.001.001.09");
  const { grpHdr } = document;
  grpHdr.id = reference;
  grpHdr.created = asLocalTime(berlinWallClock.format(file.created_at).replace(" ", "T"));
  grpHdr.initiatorName = sepaText(account.owner, NAME_CHARACTERS);
  const block = document.createPaymentInfo();
  block.requestedExecutionDate = asLocalTime(`${file.execution_day}T12:00:00`);
  block.batchBooking = true;
  block.debtorName = sepaText(account.owner, NAME_CHARACTERS);
  block.debtorIBAN = account.iban;
  block.debtorBIC = bicFor(account.iban, account.bic);
  document.addPaymentInfo(block);
  // The package puts places together until an id has more than the 35 characters that it may have.
  block.id = reference;
  for (const transfer of file.transfers) {
    const row = block.createTransaction();
    row.end2endId = transfer.reference;
    row.amount = euros(transfer.amount_minor);
    row.creditorName = sepaText(transfer.owner, NAME_CHARACTERS);
    row.creditorIBAN = transfer.iban;
    row.creditorBIC = bicFor(transfer.iban, transfer.bic);
    row.remittanceInfo = sepaText(transfer.purpose, PURPOSE_CHARACTERS);
    block.addTransaction(row);
    row.id = transfer.reference;
  }
  const total = euros(minor(file.transfers.reduce((sum, transfer) => sum + transfer.amount_minor, 0)));
  // The package would add floats up, and lose a cent somewhere among thousands of them.
  document.normalize = () => {
    grpHdr.transactionCount = file.transfers.length;
    grpHdr.controlSum = total;
    block.controlSum = total;
  };
  return document.toString();
}

/** Beyond this a float does not tell one cent from the next. */
const EXACT_MINOR_MAXIMUM = 10 ** 14;

/** The package takes floats and writes two decimals: of whole cents so few that this is exact. */
function euros(amount: Minor): number {
  if (amount < 1 || amount > EXACT_MINOR_MAXIMUM) throw new RangeError(`not an amount to pay: ${amount}`);
  return amount / 100;
}

/** A BIC of another country than the IBAN would have the whole file refused; the IBAN alone says where the money goes. */
function bicFor(iban: string, bic: string | null): string {
  return bic !== null && bic.slice(4, 6) === iban.slice(0, 2) ? bic : "";
}

const berlinWallClock = new Intl.DateTimeFormat("sv-SE", {
  dateStyle: "short",
  timeStyle: "medium",
  timeZone: "Europe/Berlin",
});

/** The package writes a moment as this process's own clock shows it, wherever it runs. */
function asLocalTime(wallClock: string): Date {
  return new Date(wallClock);
}
