import type { RouterContextProvider } from "react-router";
import { searchEverything } from "../../domain/support/search.server.ts";
import { requireBudget } from "../../http/budgets.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { named, VOUCHER_STATES } from "../../ui/components/known-names.ts";
import { deskOf } from "./desk.server.ts";
import type { Chip } from "./page-parts.tsx";

/** Within the operator's budget; else a 429. */
export async function searchedFor(request: Request, context: Readonly<RouterContextProvider>, words: string) {
  const viewer = await requireViewer(request, context);
  await requireBudget(context, "admin_search", viewer.id);
  const { services, t, day, money, stamp } = deskOf(context);
  const { users, payments, vouchers } = await searchEverything(services, words);
  const chip = (status: string, text: string): Chip => ({ status, text });
  return {
    words,
    users: {
      ...users,
      rows: users.rows.map(({ deleted_at, role, status, ...user }) => ({
        ...user,
        state:
          deleted_at !== null
            ? chip("LOCKED", t("support:search.deleted", { day: day(deleted_at) }))
            : role !== "CREATOR"
              ? chip("", t("admin:users.operator"))
              : chip(status, t(`admin:status.${status}`)),
      })),
    },
    payments: {
      ...payments,
      rows: payments.rows.map(({ status, charged_minor, charged_currency, created_at, ...payment }) => ({
        ...payment,
        amount: money(charged_minor, charged_currency),
        state: chip(status, t(`books:state.${status}`)),
        at: stamp(created_at),
      })),
    },
    vouchers: {
      ...vouchers,
      rows: vouchers.rows.map(({ status, amount_minor, currency, paid_at, ...voucher }) => ({
        ...voucher,
        amount: money(amount_minor, currency),
        state: chip(
          voucher.is_locked ? "LOCKED" : status,
          voucher.is_locked
            ? t("adminVouchers:locked")
            : named(VOUCHER_STATES, status, (known) => t(`adminVouchers:states.${known}`)),
        ),
        at: stamp(paid_at),
      })),
    },
  };
}

export type SearchResult = Awaited<ReturnType<typeof searchedFor>>;
