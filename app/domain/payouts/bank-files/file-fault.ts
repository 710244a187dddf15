/** Where a bank's file is not what it has to be: the way to the element, and its line where it is known. */
export interface FileFault {
  fault:
    | "no_xml"
    | "archive"
    | "mt940"
    | "doctype"
    | "encoding"
    | "namespace"
    | "preliminary"
    | "status_report"
    | "other_report"
    | "statement"
    | "missing"
    | "content"
    | "amount"
    | "currency"
    | "account"
    | "balances"
    | "sum"
    | "page_before"
    | "changed";
  path: string;
  line: number | null;
}

/** Thrown while a file is read, and caught by its reader's caller: nothing of the file counts then. */
export class FileFaultError extends Error {
  readonly fault: FileFault;

  constructor(fault: FileFault) {
    super(`${fault.fault} at ${fault.path}`);
    this.fault = fault;
  }
}

/** A fault of the whole file. */
export function faultAtTop(fault: FileFault["fault"], line: number | null = null): FileFaultError {
  return new FileFaultError({ fault, path: "/", line });
}
