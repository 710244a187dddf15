import type { ReactElement } from "react";
import { productRules } from "../../product-rules.ts";

interface RenewalProps {
  /** The payment that the page waits for, and how it stood when the page was made. */
  payment: { id: string; status: string };
  /** No script is sent to who saves data: then the page renews itself without one. */
  isSaving: boolean;
}

/** Makes a page that shows how a payment stands renew itself until it stands otherwise, by script or without. */
export function AutoRefresh({ payment, isSaving }: RenewalProps): ReactElement {
  const seconds = productRules.waiting_refresh_seconds;
  // A transfer takes its time.
  const pause = payment.status === "PROCESSING" ? 5 * seconds : seconds;
  const refresh = <meta httpEquiv="refresh" content={String(pause)} />;
  return (
    <div
      hidden
      data-waiting={`/api/payment/${payment.id}`}
      data-status={payment.status}
      data-seconds={seconds}
    >
      {isSaving ? refresh : <noscript>{refresh}</noscript>}
    </div>
  );
}
