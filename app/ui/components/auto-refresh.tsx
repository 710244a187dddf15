import { productRules } from "../../product-rules.ts";

interface RenewalProps {
  payment: { id: string; status: string };
  /** Without foreign parameters: docs/security.md, "Lengths of compressed answers". */
  address: string;
  /** Data savers get no script: the page uses a meta refresh. */
  isSaving: boolean;
}

export function AutoRefresh({ payment, address, isSaving }: RenewalProps) {
  const seconds = productRules.waiting_refresh_seconds;
  // Bank transfers take longer.
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
