import type { ReactElement } from "react";

/** The script updates it with the price. */
export function Total({ charged }: { charged: string | null }): ReactElement {
  return (
    <span className="money" id="total">
      {charged === null ? null : `· ${charged}`}
    </span>
  );
}
