import { Title } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import { useTexts } from "../texts.ts";

const AREAS = [
  ["overview", "/admin"],
  ["verifications", "/admin/verifications"],
  ["tips", "/admin/tips"],
  ["items", "/admin/items"],
  ["featured", "/admin/featured"],
  ["payouts", "/admin/payouts"],
  ["payoutData", "/admin/payout-data"],
  ["users", "/admin/users"],
  ["payments", "/admin/payments"],
  ["books", "/admin/books"],
  ["audit", "/admin/audit"],
] as const;

/** A page of the back office: the way to its areas, its title, and what was just done. */
export function AdminPage({
  title,
  area,
  done,
  children,
}: {
  title: string;
  area: (typeof AREAS)[number][0];
  done?: string | null;
  children: ReactNode;
}): ReactElement {
  const { t } = useTexts("admin");
  return (
    <div className="account-page admin">
      <nav className="areas" aria-label={t("areas.label")}>
        {AREAS.map(([name, href]) => (
          <a key={name} href={href} {...(name === area ? { "aria-current": "page" as const } : {})}>
            {t(`areas.${name}`)}
          </a>
        ))}
      </nav>
      <Title order={1}>{title}</Title>
      {done ? (
        <p className="note" role="status">
          {done}
        </p>
      ) : null}
      {children}
    </div>
  );
}
