import { OUR_ACCOUNT } from "./payout-world.ts";

/** The check that statements fail whose balances are not what the books of their test have. */
export const MADE_UP_BALANCES = ["61-bank-agrees"] as const;

/** How a bank writes: German (DK), Austrian, Dutch, French, each as its published rules have it. */
export type Dialect = "DE" | "AT" | "NL" | "FR";

/** A transaction on our account. */
export interface CamtRow {
  /** Below zero what leaves the account, such as "-58.50". */
  amount: string;
  end_to_end?: string;
  iban?: string;
  /** The code of a return ("AC04"): its money comes back. */
  returned?: string;
  words?: string;
  bank_ref?: string;
  /** Of our file, where the bank books it as one and names no part of it. */
  batch?: string;
  /** The parts of what was booked as one. */
  parts?: CamtRow[];
  status?: "BOOK" | "PDNG";
}

const amountOf = (amount: string) => amount.replace("-", "");
const isDebit = ({ amount }: CamtRow) => amount.startsWith("-");

function details(row: CamtRow, dialect: Dialect): string {
  const { end_to_end, iban, returned, words } = row;
  // A return has the roles of the payment that it gives back.
  const party = isDebit(row) || returned ? "CdtrAcct" : "DbtrAcct";
  const hasRtrInf = returned && dialect !== "NL";
  return `<TxDtls>
    <Refs>${end_to_end ? `<EndToEndId>${end_to_end}</EndToEndId>` : "<EndToEndId>NOTPROVIDED</EndToEndId>"}</Refs>
    ${
      dialect === "DE"
        ? `<Amt Ccy="EUR">${amountOf(row.amount)}</Amt><CdtDbtInd>${isDebit(row) ? "DBIT" : "CRDT"}</CdtDbtInd>`
        : `<AmtDtls><TxAmt><Amt Ccy="EUR">${amountOf(row.amount)}</Amt></TxAmt></AmtDtls>`
    }
    ${iban ? `<RltdPties><${party}><Id><IBAN>${iban}</IBAN></Id></${party}></RltdPties>` : ""}
    ${
      words === undefined
        ? ""
        : dialect === "NL"
          ? `<RmtInf><Strd><CdtrRefInf><Ref>${words}</Ref></CdtrRefInf></Strd></RmtInf>`
          : `<RmtInf><Ustrd>${words}</Ustrd></RmtInf>`
    }
    ${hasRtrInf ? `<RtrInf><Rsn><Cd>${returned}</Cd></Rsn></RtrInf>` : ""}
  </TxDtls>`;
}

function entry(row: CamtRow, dialect: Dialect, day: string): string {
  const { status = "BOOK", returned, batch, parts, bank_ref } = row;
  const inner = parts
    ? parts.map((part) => details(part, dialect)).join("")
    : batch && !row.end_to_end
      ? ""
      : details(row, dialect);
  return `<Ntry>
    <Amt Ccy="EUR">${amountOf(row.amount)}</Amt>
    <CdtDbtInd>${isDebit(row) ? "DBIT" : "CRDT"}</CdtDbtInd>
    ${returned && dialect !== "DE" ? "<RvslInd>true</RvslInd>" : ""}
    <Sts>${dialect === "FR" ? status : `<Cd>${status}</Cd>`}</Sts>
    <BookgDt><Dt>${day}</Dt></BookgDt>
    ${bank_ref ? `<AcctSvcrRef>${bank_ref}</AcctSvcrRef>` : ""}
    <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>${returned ? "RRTN" : "ESCT"}</SubFmlyCd></Fmly></Domn></BkTxCd>
    <NtryDtls>${batch ? `<Btch><PmtInfId>${batch}</PmtInfId></Btch>` : ""}${inner}</NtryDtls>
  </Ntry>`;
}

const cents = (amount: string) => Math.round(Number(amount) * 100);
const decimal = (sum: number) => (Math.abs(sum) / 100).toFixed(2);

function balance(code: string, sum: number, day: string): string {
  return `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${decimal(sum)}</Amt>
    <CdtDbtInd>${sum < 0 ? "DBIT" : "CRDT"}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
}

const VERSIONS: Record<Dialect, string> = { DE: "08", AT: "04", NL: "06", FR: "02" };

/** A bank's statement (camt.053) or notice (camt.054) of our account, written by hand from the published rules. */
export function camt(
  given: {
    id: string;
    rows: readonly CamtRow[];
    kind?: "053" | "054";
    dialect?: Dialect;
    iban?: string;
    /** The balance before it, in cents, the day that it ends on, and the bank's number of it. */
    opening?: number;
    day?: string;
    sequence?: number;
  },
  change: (xml: string) => string = (xml) => xml,
): Buffer {
  const { id, rows, kind = "053", dialect = "DE", iban = OUR_ACCOUNT.iban } = given;
  const { opening = 10_000_00, day = "2026-12-02", sequence = 7 } = given;
  const [body, statement] = kind === "053" ? ["BkToCstmrStmt", "Stmt"] : ["BkToCstmrDbtCdtNtfctn", "Ntfctn"];
  const booked = rows
    .filter(({ status }) => status !== "PDNG")
    .reduce((sum, row) => sum + cents(row.amount), 0);
  const balances =
    kind === "053"
      ? balance(dialect === "DE" ? "PRCD" : "OPBD", opening, day) + balance("CLBD", opening + booked, day)
      : "";
  return Buffer.from(
    change(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${kind}.001.${VERSIONS[dialect]}"><${body}>
  <GrpHdr><MsgId>m-${id}</MsgId><CreDtTm>2026-12-02T20:00:00</CreDtTm></GrpHdr>
  <${statement}><Id>${id}</Id><ElctrncSeqNb>${sequence}</ElctrncSeqNb>
    <Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>
    ${balances}${rows.map((row) => entry(row, dialect, day)).join("")}
  </${statement}>
</${body}></Document>`),
  );
}
