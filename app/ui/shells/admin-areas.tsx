import { PageLink } from "../components/page-link.tsx";
import { useTexts } from "../texts.ts";

const GROUPS = [
  {
    group: "moderation",
    areas: [
      { area: "reviews", href: "/admin/reviews" },
      { area: "reports", href: "/admin/reports" },
      { area: "featured", href: "/admin/featured" },
      { area: "users", href: "/admin/users" },
    ],
  },
  {
    group: "payments",
    areas: [
      { area: "payments", href: "/admin/payments" },
      { area: "vouchers", href: "/admin/vouchers" },
      { area: "monthly", href: "/admin/monthly" },
      { area: "exceptions", href: "/admin/exceptions" },
    ],
  },
  {
    group: "payouts",
    areas: [
      { area: "payouts", href: "/admin/payouts" },
      { area: "payoutData", href: "/admin/payout-data" },
      { area: "approvals", href: "/admin/approvals" },
    ],
  },
  {
    group: "ledger",
    areas: [
      { area: "books", href: "/admin/books" },
      { area: "bank", href: "/admin/books/bank" },
      { area: "settlements", href: "/admin/books/settlements" },
      { area: "audit", href: "/admin/audit" },
    ],
  },
  {
    group: "platform",
    areas: [
      { area: "operators", href: "/admin/operators" },
      { area: "announcements", href: "/admin/announcements" },
      { area: "networks", href: "/admin/networks" },
      { area: "mails", href: "/admin/mails" },
      { area: "traffic", href: "/admin/traffic" },
      { area: "settings", href: "/admin/settings" },
    ],
  },
] as const;

type AdminArea = (typeof GROUPS)[number]["areas"][number]["area"];

export type AdminWork = Partial<Record<AdminArea, number>>;

interface AreasProps {
  pages: readonly string[] | null;
  work: AdminWork;
  path: string;
  maySearch: boolean;
}

export function AdminAreas({ pages, work, path, maySearch }: AreasProps) {
  const { t } = useTexts("admin");
  const [page = ""] = path.split("?");
  const here = areaOf(page);
  const isOverview = here === null && page !== "/admin/search";
  const groups = GROUPS.map(({ group, areas }) => ({
    group,
    areas: areas.filter(({ href }) => pages === null || pages.includes(href)),
  }));
  return (
    <div className="areas">
      {maySearch ? <SearchField /> : null}
      <Area href="/admin" text={t("areas.overview")} isHere={isOverview} count={0} />
      {groups.map(({ group, areas }) => {
        if (areas.length === 0) return null;
        const isHere = areas.some(({ area }) => area === here);
        const count = areas.reduce((sum: number, { area }) => sum + (work[area] ?? 0), 0);
        return (
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

/** Posted, since a term may name a person. */
function SearchField() {
  const { t } = useTexts("admin");
  return (
    <form method="post" action="/admin/search" className="search">
      <label>
        <span className="hidden-visually">{t("find.label")}</span>
        <input
          type="search"
          name="q"
          className="plain-input"
          placeholder={t("find.example")}
          maxLength={254}
          required
        />
      </label>
      <button type="submit" className="second-button">
        {t("find.go")}
      </button>
    </form>
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

function areaOf(path: string): AdminArea | null {
  const found = GROUPS.flatMap(({ areas }): readonly { area: AdminArea; href: string }[] => areas).filter(
    ({ href }) => path === href || path.startsWith(`${href}/`),
  );
  return found.sort((one, other) => other.href.length - one.href.length)[0]?.area ?? null;
}
