import { randomUUID } from "node:crypto";
import type { Stop } from "./stop.ts";

const nobody = randomUUID();
/** What only creators may ask for. */
const OWN = [
  "/api/payouts",
  "/api/payout/debts",
  "/api/tributes",
  "/api/webhooks",
  "/api/webhooks/:id/deliveries",
  "/api/tributes/users",
  "/api/tributes/monthly",
  "/api/tribute/:id",
  "/api/sales",
  "/api/sales/months",
  "/api/sales/week",
  "/api/twitter",
];

/** Where the walk calls of the API's calls that read. */
export const API_STOPS: Record<string, (world: { paid: string }) => Stop[]> = {
  "/api/docs/:group": () => [
    { path: "/api/docs/tips", status: 200, cache: "revalidated" },
    { path: "/api/docs/nonsense", status: 404, kind: "json" },
  ],
  "/api/location": () => [{ path: "/api/location", status: 200, kind: "json" }],
  ...Object.fromEntries(
    [
      "/api/countries",
      "/api/currencies",
      "/api/special-event/active",
      "/api/seller/featured-creators",
      "/api/seller/new-creators",
    ].map((path) => [path, () => [{ path, status: 200, kind: "json", cache: "revalidated" }]]),
  ),
  ...Object.fromEntries(OWN.map((path) => [path, () => [{ path, status: 401, kind: "json" }]])),
  "/api/user": () => [{ path: "/api/user", status: 401, kind: "json" }],
  "/api/payment/fee": () => [
    { path: "/api/payment/fee?amount=5&currency=EUR&country_id=1", status: 200, kind: "json" },
    { path: "/api/payment/fee", status: 422, kind: "json" },
  ],
  ...Object.fromEntries(
    ["creators", "grouplists", "creators/history"].map((board) => [
      `/api/leaderboard/${board}`,
      () => [{ path: `/api/leaderboard/${board}`, status: 200, kind: "json" }],
    ]),
  ),
  "/api/leaderboard/creators/ownrank": () => [
    { path: "/api/leaderboard/creators/ownrank", status: 401, kind: "json" },
  ],
  "/api/grouplists": () => [{ path: "/api/grouplists", status: 401, kind: "json" }],
  "/api/grouplists/new": () => [
    { path: "/api/grouplists/new", status: 200, kind: "json", cache: "revalidated" },
  ],
  "/api/grouplist/:slug": () => [
    { path: "/api/grouplist/nachtmus", status: 200, kind: "json" },
    { path: "/api/grouplist/xxxxxxxx", status: 404, kind: "json" },
  ],
  "/api/grouplist-invite/:slug": () => [
    { path: "/api/grouplist-invite/nachtmus", status: 404, kind: "json" },
  ],
  "/api/payment/:id": (world) => [
    { path: `/api/payment/${world.paid}`, status: 200, kind: "json" },
    { path: `/api/payment/${randomUUID()}`, status: 404, kind: "json" },
    { path: "/api/payment/x", status: 404, kind: "json" },
  ],
  "/api/user/:id": () => [
    { path: "/api/user/joerdis?is_username=1", status: 200, kind: "json", cache: "revalidated" },
    { path: "/api/user/JOERDIS?is_username=true", status: 200, kind: "json", cache: "revalidated" },
    { path: "/api/user/joerdis", status: 404, kind: "json" },
    { path: "/api/user/joerdis?is_username=perhaps", status: 422, kind: "json" },
    ...["nobody.of.that.name", "a".repeat(3000), "..%2f.."].map(
      (name): Stop => ({ path: `/api/user/${name}?is_username=1`, status: 404, kind: "json" }),
    ),
    { path: `/api/user/${nobody}`, status: 404, kind: "json" },
  ],
  "/api/user/:id/tributes": () =>
    [nobody, "joerdis"].map((id) => ({
      ...{ path: `/api/user/${id}/tributes`, status: 404, kind: "json" },
    })),
  "/api/user-tribute/:id": () =>
    [nobody, "x"].map((id) => ({ path: `/api/user-tribute/${id}`, status: 404, kind: "json" })),
};
