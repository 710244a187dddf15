import type { Door } from "./guard-visitors.ts";
import type { Stop } from "./stop.ts";

/** Where the walk calls of redeeming a voucher and of withdrawing from its purchase. */
export const REDEEM_STOPS: Record<string, () => Stop[]> = {
  "/voucher/redeem": () => [{ path: "/voucher/redeem", status: 200, cache: "never" }],
  "/voucher/redeem/:code": () => [
    { path: "/voucher/redeem/7K2M-QX4D-9VTB-3HNA", status: 200, cache: "never" },
    { path: "/voucher/redeem/no-code-at-all", status: 200, cache: "never" },
  ],
  "/voucher/withdrawal": () => [{ path: "/voucher/withdrawal", status: 200, cache: "never" }],
};

/** Their addresses: open to everybody. */
export const REDEEM_ADDRESSES: Record<string, [address: string, door: Door]> = Object.fromEntries(
  ["/voucher/redeem", "/voucher/redeem/:code", "/voucher/withdrawal"].map((pattern) => [
    pattern,
    [pattern.replace(":code", "ABCD"), "open"],
  ]),
);
