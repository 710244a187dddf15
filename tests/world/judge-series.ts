import type { World } from "./world-state.ts";

const DAY_MS = 86_400_000;
/** Shorter than any month, and longer than tries go on. */
const SOON_MS = 16 * DAY_MS;
/** Of one month, the first included. */
const TRIES = 4;

interface ProvidersMonth {
  page_token: string;
  ordered_at: Date;
  paid_at: Date;
}

/** The provider has charged each month once, and none that the product ordered after the end was confirmed. */
export async function judgeSeries({ control, stories, mix }: World): Promise<string[]> {
  const { rows } = await control.query<ProvidersMonth>(`
    select f.page_token, p.created_at as ordered_at, s.paid_at
    from sandbox.payments f
    join sandbox.payments s on s.method_ref = f.method_ref and s.state = 'PAID'
    join payments p on p.id = s.payment_id::uuid
    where f.saves_method order by s.paid_at, s.ref`);
  const { rows: receipts } = await control.query<{ recipient: string; count: string }>(`
    select recipient, count(*) from mail_outbox
    where template = 'receipt' and recipient like 'monthly-%' group by 1`);
  const { rows: refused } = await control.query<{ page_token: string; tried_at: Date }>(`
    select f.page_token, s.created_at as tried_at from sandbox.payments f
    join sandbox.payments s on s.method_ref = f.method_ref and s.state = 'FAILED'
    where f.saves_method order by s.created_at, s.ref`);
  const months = Map.groupBy(rows, ({ page_token }) => page_token);
  return stories.flatMap(({ email, monthly, page_token }) => {
    if (!monthly) return [];
    const own = months.get(page_token ?? "") ?? [];
    const tries = refused.filter((row) => row.page_token === page_token);
    const { stopped_ms } = monthly;
    const mailed = Number(receipts.find(({ recipient }) => recipient === email)?.count ?? 0);
    return [
      ...own
        .filter(({ paid_at }, index) => {
          const before = own[index - 1];
          return before !== undefined && paid_at.getTime() - before.paid_at.getTime() < SOON_MS;
        })
        .map(({ paid_at }) => `${email}: charged again on ${paid_at.toISOString()}`),
      ...own
        .filter(({ ordered_at }) => stopped_ms !== null && ordered_at.getTime() > stopped_ms + mix.skew_ms)
        .map(({ ordered_at }) => `${email}: charged after its end, ${ordered_at.toISOString()}`),
      ...tries
        .slice(TRIES)
        .filter(({ tried_at }, index) => {
          const before = tries[index];
          return before !== undefined && tried_at.getTime() - before.tried_at.getTime() < SOON_MS;
        })
        .map(({ tried_at }) => `${email}: tried again and again, ${tried_at.toISOString()}`),
      ...(mailed > own.length ? [`${email}: ${mailed} receipts for ${own.length} months`] : []),
    ];
  });
}
