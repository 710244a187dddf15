import { expect, it } from "vitest";
import { endOfValidity, endOfWithdrawal, lastDayOf } from "../../app/domain/vouchers/voucher-dates.ts";

it("a voucher ends with the last of its own years in Berlin, and is withdrawn from within its own days", () => {
  // Already the next year in Berlin.
  const paid_at = new Date("2026-12-31T23:30:00Z");
  const bought = { paid_at, waited_days: 0 };
  expect(lastDayOf({ ...bought, valid_years: 3 })).toBe("2030-12-31");
  expect(lastDayOf({ ...bought, waited_days: 2, valid_years: 5 })).toBe("2033-01-02");
  expect(endOfValidity({ ...bought, valid_years: 5 })).toEqual(new Date("2032-12-31T23:00:00Z"));
  for (const withdrawal_days of [14, 30]) {
    const days = (endOfWithdrawal({ ...bought, withdrawal_days }).getTime() - paid_at.getTime()) / 86_400_000;
    expect(days).toBe(withdrawal_days + 1);
  }
});
