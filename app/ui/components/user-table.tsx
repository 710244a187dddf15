import type { ReactElement } from "react";
import type { AccountStatus } from "../../domain/users/viewer.ts";
import type { DocumentKind } from "../../domain/verification/verification.schema.ts";
import { useTexts } from "../texts.ts";
import { Card } from "./card.tsx";
import { DataTable, Facts } from "./data-table.tsx";
import { LongText } from "./long-text.tsx";
import { named } from "./named.ts";

export interface ShownUser {
  id: string;
  email: string;
  username: string | null;
  name: string | null;
  status: AccountStatus;
  firstname: string | null;
  lastname: string | null;
  company: string | null;
  eu_ust_id: string | null;
  /** VIES's answer; null without an id. */
  vatIdCheck: string | null;
  address: string | null;
  zipcode: string | null;
  city: string | null;
  country: string | null;
  born: string | null;
  created: string;
  emailVerified: string | null;
  lastSeen: string | null;
}

export function UserFacts({ user, links }: { user: ShownUser; links: readonly string[] }): ReactElement {
  const { t } = useTexts("admin");
  const place = [user.zipcode, user.city].filter(Boolean).join(" ");
  return (
    <Card title={t("user.data")}>
      <Facts
        facts={[
          [t("user.names"), [user.firstname, user.lastname].filter(Boolean).join(" ") || null],
          [t("user.born"), user.born],
          [t("user.address"), [user.address, place, user.country].filter(Boolean).join(", ") || null],
          [t("user.company"), user.company],
          [t("user.vatId"), user.eu_ust_id],
          ...(user.vatIdCheck === null ? [] : [[t("user.vatIdCheck"), user.vatIdCheck] as const]),
          [t("user.email"), <LongText key="email" text={user.email} />],
          [t("user.emailVerified"), user.emailVerified],
          [t("user.links"), links.join(", ") || null],
          [t("user.created"), user.created],
          [t("user.lastSeen"), user.lastSeen],
        ]}
      />
    </Card>
  );
}

export function StatusChip({ status }: { status: AccountStatus }): ReactElement {
  const { t } = useTexts("admin");
  return (
    <span className="status" data-status={status}>
      {t(`status.${status}`)}
    </span>
  );
}

interface ShownCase {
  id: string;
  submitted_at: string;
  decision: "OPEN" | "ACCEPTED" | "DECLINED";
  decided_at: string | null;
  operator: string | null;
  reasons: readonly { kind: DocumentKind; reason: string }[];
}

interface ShownView {
  id: number;
  kind: string;
  viewer: string;
  at: string;
}

export function VerificationHistory({
  cases,
  views,
}: {
  cases: readonly ShownCase[];
  views: readonly ShownView[];
}): ReactElement {
  const { t } = useTexts("admin");
  return (
    <>
      <Card title={t("history.cases")}>
        <DataTable
          caption={t("history.cases")}
          columns={[
            t("history.handedIn"),
            t("history.decision"),
            t("history.reasons"),
            t("history.operator"),
          ]}
          empty={t("history.noCases")}
          rows={cases.map((each) => ({
            key: each.id,
            cells: [
              each.submitted_at,
              <span key="decision">
                {t(`decision.${each.decision}`)}
                <small>{each.decided_at}</small>
              </span>,
              <ReasonList key="reasons" reasons={each.reasons} />,
              <LongText key="operator" text={each.operator} />,
            ],
          }))}
        />
      </Card>
      <Card title={t("history.views")}>
        <DataTable
          caption={t("history.views")}
          columns={[t("history.document"), t("history.viewer"), { name: t("history.at"), isMoment: true }]}
          empty={t("history.noViews")}
          rows={views.map((view) => ({
            key: String(view.id),
            cells: [<DocumentName key="kind" kind={view.kind} />, view.viewer, view.at],
          }))}
        />
      </Card>
    </>
  );
}

function ReasonList({ reasons }: { reasons: ShownCase["reasons"] }): ReactElement {
  return (
    <span>
      {reasons.length === 0 ? "–" : null}
      {reasons.map(({ kind, reason }) => (
        <span key={kind}>
          {reason}{" "}
          <small>
            <DocumentName kind={kind} />
          </small>
        </span>
      ))}
    </span>
  );
}

const KINDS: readonly DocumentKind[] = [
  "mediafile_pass",
  "mediafile_passback",
  "mediafile_shootout",
  "mediafile_invoice",
];

export function DocumentName({ kind }: { kind: string }): string {
  const { t } = useTexts("verification");
  return named(KINDS, kind, (known) => t(`documents.${known}.name`));
}
