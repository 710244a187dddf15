import { useTexts } from "../texts.ts";
import { PageLink } from "./page-link.tsx";

const TABS = [
  ["tips", "/dashboard"],
  ["items", "/dashboard/items"],
  ["fans", "/dashboard/fans"],
  ["statistics", "/dashboard/statistics"],
  ["payouts", "/dashboard/payouts"],
] as const;

export function DashboardTabs({ current }: { current: (typeof TABS)[number][0] }) {
  const { t } = useTexts("drawer");
  return (
    <nav className="tabs" aria-label={t("tabs.label")}>
      {TABS.map(([name, href]) => (
        <PageLink key={name} href={href} {...(name === current ? { "aria-current": "page" as const } : {})}>
          {t(`tabs.${name}`)}
        </PageLink>
      ))}
    </nav>
  );
}
