import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { searchVouchers } from "../../../domain/vouchers/admin-vouchers.server.ts";
import { figure, time } from "../../../ui/components/data-table.tsx";
import { VOUCHER_STATES } from "../../../ui/components/known-names.ts";
import { LongText } from "../../../ui/components/name-parts.tsx";
import { askedSearch, deskOf, nextPage } from "../desk.server.ts";
import { SearchPage } from "../page-parts.tsx";
import type { Route } from "./+types/vouchers";
import { VoucherState } from "./voucher-parts.tsx";

export async function loader({ context, url }: Route.LoaderArgs) {
  const search = askedSearch(url.searchParams, VOUCHER_STATES);
  const { db, t, money, stamp } = deskOf(context);
  const { vouchers, next } = await searchVouchers(db, search);
  return {
    title: t("adminVouchers:title"),
    words: search.words,
    status: search.status,
    vouchers: vouchers.map(({ amount_minor, paid_at, ...voucher }) => ({
      ...voucher,
      amount: money(amount_minor, voucher.currency),
      at: stamp(paid_at),
    })),
    next: nextPage("/admin/vouchers", next, { q: search.words, status: search.status }),
  };
}

export default function Vouchers({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("adminVouchers");
  const { title, words, status, next, vouchers } = loaderData;
  return (
    <SearchPage
      path="/admin/vouchers"
      {...{ title, words, next }}
      texts={{ search: t("search"), go: t("go"), next: t("next") }}
      columns={[t("code"), figure(t("amount")), t("state"), t("buyer"), time(t("bought"))]}
      empty={t("empty")}
      rows={vouchers.map((voucher) => ({
        key: voucher.id,
        cells: [
          <Link key="voucher" className="row-link money" to={`/admin/vouchers/${voucher.id}`}>
            …{voucher.code_end}
          </Link>,
          voucher.amount,
          <VoucherState key="state" status={voucher.status} isLocked={voucher.is_locked} />,
          <LongText key="buyer" text={voucher.email} />,
          voucher.at,
        ],
      }))}
    >
      <label>
        {t("state")}
        <select name="status" className="plain-input" defaultValue={status ?? ""}>
          <option value="">{t("all")}</option>
          {VOUCHER_STATES.map((each) => (
            <option key={each} value={each}>
              {t(`states.${each}`)}
            </option>
          ))}
        </select>
      </label>
    </SearchPage>
  );
}
