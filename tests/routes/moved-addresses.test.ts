import { beforeAll, expect, test } from "vitest";
import { type SignedIn, signInOperator } from "../support/http/signed-in.ts";

let operator: SignedIn;

beforeAll(async () => {
  operator = await signInOperator();
});

const ID = "00000000-0000-4000-8000-000000000000";

test.each([
  ["payments/suspense", "exceptions?kind=suspense"],
  ["payments/unhandled", "exceptions?kind=unhandled"],
  ["payments/by-hand", "exceptions?kind=by-hand"],
  ["payments/failed-refunds", "exceptions?kind=failed-refunds"],
  [`payments/suspense/${ID}`, `exceptions/suspense/${ID}`],
  [`books/bank/exceptions/${ID}`, `exceptions/bookings/${ID}`],
  [`books/bank/gaps/${ID}`, `exceptions/gaps/${ID}`],
  [`books/settlements/exceptions/${ID}`, `exceptions/settlements/${ID}`],
  ...["verifications", "tips", "items", "words", "groups"].flatMap((kind) => [
    [kind, `reviews?kind=${kind}`],
    [`${kind}/${ID}`, `reviews/${kind}/${ID}`],
  ]),
  [`tips/${ID}/image`, `reviews/tips/${ID}/pictures/new`],
  [`items/${ID}/image`, `reviews/items/${ID}/pictures/new`],
  [`groups/${ID}/picture/old`, `reviews/groups/${ID}/pictures/old`],
  [`books/settlements/exceptions/${ID}/acceptance`, `exceptions/settlements/${ID}`],
])("the former address /admin/%s leads to /admin/%s for good", async (before, now) => {
  const { status, headers } = await operator.wire.get(`/admin/${before}`);
  expect([status, headers.location]).toEqual([308, `/admin/${now}`]);
});
