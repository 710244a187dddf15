/** A transfer that a file ordered, and what became of it. */
export interface BankTransfer {
  readonly iban: string;
  readonly amount_minor: number;
  state: "executed" | "refused" | "returned";
}

/** The platform's bank. It takes each file once, and knows nothing of the product. */
export class Bank {
  /** By their references. */
  readonly transfers = new Map<string, BankTransfer>();
  /** Batches that an operator is about to send or to recall: colleagues do not do both at once. */
  readonly inHands = new Set<string>();
  readonly #files = new Set<string>();

  /** Carries out what a file orders, but for a sixth. Returns references that it has carried out before. */
  take(file: string): string[] {
    const message = textAt(file, "MsgId");
    if (this.#files.has(message)) return [];
    this.#files.add(message);
    const repeated: string[] = [];
    for (const [transfer] of file.matchAll(/<CdtTrfTxInf>[\s\S]*?<\/CdtTrfTxInf>/g)) {
      const reference = textAt(transfer, "EndToEndId");
      if (this.transfers.get(reference)?.state === "executed") repeated.push(reference);
      this.transfers.set(reference, {
        iban: textAt(transfer.slice(transfer.indexOf("<CdtrAcct>")), "IBAN"),
        amount_minor: Number(textAt(transfer, "InstdAmt").replace(".", "")),
        state: Number.parseInt(reference.slice(-6), 16) % 6 === 0 ? "refused" : "executed",
      });
    }
    return repeated;
  }
}

function textAt(xml: string, name: string): string {
  const text = new RegExp(`<${name}\\b[^>]*>([^<]*)<`).exec(xml)?.[1];
  if (text === undefined) throw new Error(`no ${name} in a payout file`);
  return text;
}

/** Of the account with this number, by ISO 7064. */
export function germanIban(account: number): string {
  const bban = `37040044${String(account).padStart(10, "0")}`;
  const check = 98n - (BigInt(`${bban}131400`) % 97n);
  return `DE${String(check).padStart(2, "0")}${bban}`;
}
