import type { World } from "./world-state.ts";

/** What vouchers gave each creator. Each gives its value once, to one of those whose redemption was confirmed. */
export async function redeemedBy({
  control,
  vouchers,
}: World): Promise<{ given: Map<string, number>; faults: string[] }> {
  const { rows } = await control.query<{ email: string; creator_id: string; status: string }>(`
    select v.email, r.creator_id, r.status from voucher_redemptions r join vouchers v on v.id = r.voucher_id
    where r.status in ('DONE', 'PENDING') order by r.asked_at, r.id`);
  const given = new Map<string, number>();
  const faults: string[] = [];
  for (const { email, amount_minor, redeemers } of vouchers) {
    const own = rows.filter((row) => row.email === email);
    if (own.length > 1) faults.push(`${email}: redeemed ${own.length} times`);
    if (redeemers.size > 1) faults.push(`${email}: confirmed to ${redeemers.size} creators`);
    for (const id of redeemers)
      if (!own.some(({ creator_id }) => creator_id === id))
        faults.push(`${email}: confirmed to ${id}, and not redeemed`);
    for (const { creator_id, status } of own)
      if (status === "DONE") given.set(creator_id, (given.get(creator_id) ?? 0) + amount_minor);
  }
  return { given, faults };
}
