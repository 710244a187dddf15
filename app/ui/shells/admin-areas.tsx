import { PageLink } from "../components/page-link.tsx";
import { useTexts } from "../texts.ts";

const ADMIN_GROUPS = {
  moderation: {
    reviews: "/admin/reviews",
    reports: "/admin/reports",
    featured: "/admin/featured",
    users: "/admin/users",
  },
  payments: {
    payments: "/admin/payments",
    vouchers: "/admin/vouchers",
    exceptions: "/admin/exceptions",
  },
  payouts: {
    payouts: "/admin/payouts",
    payoutData: "/admin/payout-data",
    approvals: "/admin/approvals",
  },
  ledger: {
    books: "/admin/books",
    bank: "/admin/books/bank",
    settlements: "/admin/books/settlements",
    audit: "/admin/audit",
  },
  platform: {
    announcements: "/admin/announcements",
    networks: "/admin/networks",
    mails: "/admin/mails",
    traffic: "/admin/traffic",
  },
} as const;

type AdminGroup = keyof typeof ADMIN_GROUPS;
type AreasOf<Group> = Group extends AdminGroup ? keyof (typeof ADMIN_GROUPS)[Group] : never;
type AdminArea = AreasOf<AdminGroup>;

const GROUPS = Object.entries(ADMIN_GROUPS).map(([group, areas]) => ({
  group: group as AdminGroup,
  areas: Object.entries(areas).map(([area, href]) => ({ area: area as AdminArea, href })),
}));

export type AdminWork = Partial<Record<AdminArea, number>>;

export function AdminAreas({ work, path }: { work: AdminWork; path: string }) {
  const { t } = useTexts("admin");
  const here = areaOf(path.split("?")[0] ?? "");
  return (
    <div className="areas">
      <Area href="/admin" text={t("areas.overview")} isHere={here === null} count={0} />
      {GROUPS.map(({ group, areas }) => {
        const isHere = areas.some(({ area }) => area === here);
        const count = areas.reduce((sum, { area }) => sum + (work[area] ?? 0), 0);
        return (
          // The group of another page opens with it.
          <details key={`${group} ${isHere}`} open={isHere}>
            <summary className="drawer-entry">
              {t(`groups.${group}`)}
              <Work count={count} />
            </summary>
            <ul>
              {areas.map(({ area, href }) => (
                <li key={area}>
                  <Area
                    href={href}
                    text={t(`areas.${area}`)}
                    isHere={area === here}
                    count={work[area] ?? 0}
                  />
                </li>
              ))}
            </ul>
          </details>
        );
      })}
    </div>
  );
}

function Area({ href, text, isHere, count }: { href: string; text: string; isHere: boolean; count: number }) {
  return (
    <PageLink className="drawer-entry" href={href} {...(isHere ? { "aria-current": "page" as const } : {})}>
      {text}
      <Work count={count} />
    </PageLink>
  );
}

function Work({ count }: { count: number }) {
  const { t } = useTexts("admin");
  return count > 0 ? (
    <span className="work">
      {count}
      <span className="hidden-visually"> {t("areas.waiting")}</span>
    </span>
  ) : null;
}

/** Null for the overview. */
function areaOf(path: string): AdminArea | null {
  const found = GROUPS.flatMap(({ areas }) => areas).filter(
    ({ href }) => path === href || path.startsWith(`${href}/`),
  );
  return found.sort((one, other) => other.href.length - one.href.length)[0]?.area ?? null;
}
