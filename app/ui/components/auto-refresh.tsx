import type { ReactElement } from "react";
import { productRules } from "../../product-rules.ts";

interface RenewalProps {
  /** The payment that the page waits for, and how it stood when the page was made. */
  payment: { id: string; status: string };
  /** The page's own, without what others may have put behind it: see docs/security.md, "Lengths of compressed answers". */
  address: string;
  /** No script is sent to who saves data: then the page renews itself without one. */
  isSaving: boolean;
}

/** Makes a page that shows how a payment stands renew itself until it stands otherwise, by script or without. */
export function AutoRefresh({ payment, address, isSaving }: RenewalProps): ReactElement {
  const seconds = productRules.waiting_refresh_seconds;
  // A transfer takes its time.
  const pause = payment.status === "PROCESSING" ? 5 * seconds : seconds;
  const refresh = <meta httpEquiv="refresh" content={`${pause};url=${address}`} />;
  return (
    <div
      hidden
      data-waiting={`/api/payment/${payment.id}`}
      data-status={payment.status}
      data-address={address}
      data-seconds={seconds}
    >
      {isSaving ? refresh : <noscript>{refresh}</noscript>}
    </div>
  );
}
