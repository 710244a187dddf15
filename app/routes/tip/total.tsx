import type { ReactElement } from "react";

/** What will be charged, on the button that leads on; the script renews its text as the price changes. */
export function Total({ charged }: { charged: string | null }): ReactElement {
  return (
    <span className="money" id="total">
      {charged === null ? null : `· ${charged}`}
    </span>
  );
}
