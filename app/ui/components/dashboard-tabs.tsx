import { useTexts } from "../texts.ts";
import { PageLink } from "./page-link.tsx";

const TABS = [
  ["dashboard", "/dashboard"],
  ["payouts", "/payout"],
  ["statistics", "/statistics"],
] as const;

export function DashboardTabs({ current }: { current: (typeof TABS)[number][0] }) {
  const { t } = useTexts("drawer");
  return (
    <nav className="tabs dashboard-tabs" aria-label={t("tabsLabel")}>
      {TABS.map(([name, href]) => (
        <PageLink key={name} href={href} {...(name === current ? { "aria-current": "page" as const } : {})}>
          {t(name)}
        </PageLink>
      ))}
    </nav>
  );
}
