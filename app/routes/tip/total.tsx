import type { ReactElement } from "react";

export function Total({ charged }: { charged: string | null }): ReactElement {
  return (
    <span className="money" id="total">
      {charged === null ? null : `· ${charged}`}
    </span>
  );
}
