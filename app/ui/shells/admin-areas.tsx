import { PageLink } from "../components/page-link.tsx";
import { useTexts } from "../texts.ts";

const ADMIN_AREAS = [
  ["overview", "/admin"],
  ["reviews", "/admin/reviews"],
  ["exceptions", "/admin/exceptions"],
  ["reports", "/admin/reports"],
  ["payoutData", "/admin/payout-data"],
  ["payouts", "/admin/payouts"],
  ["approvals", "/admin/approvals"],
  ["payments", "/admin/payments"],
  ["vouchers", "/admin/vouchers"],
  ["books", "/admin/books"],
  ["users", "/admin/users"],
  ["featured", "/admin/featured"],
  ["announcements", "/admin/announcements"],
  ["traffic", "/admin/traffic"],
  ["networks", "/admin/networks"],
  ["audit", "/admin/audit"],
] as const;

type AdminArea = (typeof ADMIN_AREAS)[number][0];

export type AdminWork = Partial<Record<AdminArea, number>>;

export function AdminAreas({ work, path }: { work: AdminWork; path: string }) {
  const { t } = useTexts("admin");
  const here = areaOf(path.split("?")[0] ?? "");
  return (
    <ul className="areas">
      {ADMIN_AREAS.map(([area, href]) => {
        const waiting = work[area] ?? 0;
        return (
          <li key={area}>
            <PageLink
              className="drawer-entry"
              href={href}
              {...(area === here ? { "aria-current": "page" as const } : {})}
            >
              {t(`areas.${area}`)}
              {waiting > 0 ? (
                <span className="work">
                  {waiting}
                  <span className="hidden-visually"> {t("areas.waiting")}</span>
                </span>
              ) : null}
            </PageLink>
          </li>
        );
      })}
    </ul>
  );
}

function areaOf(path: string): AdminArea | null {
  const found = ADMIN_AREAS.filter(([, href]) => path === href || path.startsWith(`${href}/`));
  return found.sort(([, one], [, other]) => other.length - one.length)[0]?.[0] ?? null;
}
