import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import type { CreatorBalances } from "../../domain/ledger/post.server.ts";
import type { Stamp } from "../../domain/money/formats.ts";
import { leftoverForm } from "../../domain/payouts/batches/admin-payouts.schema.ts";
import type { RemainingMoney } from "../../domain/payouts/requests/withdrawals.server.ts";
import type { MoneyModel } from "../../domain/users/money-model.schema.ts";
import type { AccountStatus } from "../../domain/users/viewer.ts";
import type { DocumentKind } from "../../domain/verification/verification.schema.ts";
import { AuditTable, type ShownAuditEntry } from "../../ui/components/audit-table.tsx";
import { ButtonLink } from "../../ui/components/button-link.tsx";
import { Card } from "../../ui/components/card.tsx";
import { DataTable, Facts, Moment, time } from "../../ui/components/data-table.tsx";
import { named } from "../../ui/components/known-names.ts";
import { LongText, NameParts } from "../../ui/components/name-parts.tsx";
import { ReasonForm } from "../../ui/components/reason-form.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";
import { AdminPage } from "../../ui/shells/admin-page.tsx";
import { useTexts } from "../../ui/texts.ts";

export interface DeletedUserFacts {
  title: string;
  id: string;
  deletedAt: string;
  money: readonly (Pick<RemainingMoney, "currency" | "is_payable" | "is_lost"> & { available: string })[];
  keptUrl: string | null;
  statementsUrl: string | null;
  log: readonly ShownAuditEntry[];
}

export function DeletedUser({
  title,
  done,
  deletedAt,
  money,
  keptUrl,
  statementsUrl,
  log,
}: DeletedUserFacts & { done: string | null }) {
  const { t } = useTranslation("admin");
  return (
    <AdminPage title={title} done={done}>
      <section className="card">
        <p>{t("deleted.text", { at: deletedAt })}</p>
        {keptUrl === null && statementsUrl === null ? null : (
          <div className="actions">
            {keptUrl === null ? null : <ButtonLink to={keptUrl}>{t("deleted.kept")}</ButtonLink>}
            {statementsUrl === null ? null : (
              <ButtonLink to={statementsUrl}>{t("deleted.keptStatements")}</ButtonLink>
            )}
          </div>
        )}
      </section>
      {money.map((each) => (
        <LeftMoney key={each.currency} {...each} />
      ))}
      <section className="card">
        <h2>{t("deleted.log")}</h2>
        <AuditTable entries={log} />
      </section>
    </AdminPage>
  );
}

function LeftMoney({ currency, available, is_payable, is_lost }: DeletedUserFacts["money"][number]) {
  const { t } = useTranslation("admin");
  if (is_lost)
    return (
      <ReasonForm
        id={`give-up-${currency}`}
        intent="give_up"
        schema={leftoverForm}
        hidden={{ currency }}
        isGrave
        title={t("deleted.giveUp", { amount: available })}
        text={t("deleted.giveUpText")}
        help={t("deleted.reasonHelp")}
        button={t("deleted.giveUp", { amount: available })}
      />
    );
  return (
    <Card title={t("deleted.money")}>
      <Facts facts={[[t("money.creator_available"), available]]} />
      <p>{t(is_payable ? "deleted.payText" : "deleted.wait")}</p>
      {is_payable ? (
        <Form method="post">
          <input type="hidden" name="currency" value={currency} />
          <SubmitButton kind="second" intent="pay_out">
            {t("money.payOut", { amount: available })}
          </SubmitButton>
        </Form>
      ) : null}
    </Card>
  );
}

export interface ShownMoney {
  currency: string;
  available: string;
  others: readonly { code: Exclude<keyof CreatorBalances, "creator_available">; amount: string }[];
  /** A LOCKED creator with a balance cannot withdraw; an operator may. */
  isPayable: boolean;
}

export function Username({ username, isPublic }: { username: string | null; isPublic: boolean }) {
  if (username === null) return null;
  const shown = <NameParts text={`@${username}`} />;
  return isPublic ? <a href={`/${username}`}>{shown}</a> : <span>{shown}</span>;
}

export function MoneyModelCard({ money_model, is_ready }: ShownModel) {
  const { t } = useTranslation("admin");
  const isDirect = money_model === "DIRECT";
  return (
    <Card title={t("model.title")}>
      <p>{t(`model.${money_model}`)}</p>
      {isDirect || is_ready ? (
        <Form method="post" className="fields">
          <p className="help">{t("model.text")}</p>
          <input type="hidden" name="money_model" value={isDirect ? "HELD" : "DIRECT"} />
          <SubmitButton kind="second" intent="money_model">
            {t(isDirect ? "model.toHeld" : "model.toDirect")}
          </SubmitButton>
        </Form>
      ) : null}
    </Card>
  );
}

export function UserMoney({ money, mayPay }: { money: readonly ShownMoney[]; mayPay: boolean }) {
  const { t } = useTranslation("admin");
  return (
    <Card title={t("money.title")}>
      {money.map(({ currency, available, others, isPayable }) => (
        <div key={currency}>
          <Facts
            facts={[
              [t("money.creator_available"), available],
              ...others.map(({ code, amount }) => [t(`money.${code}`), amount] as const),
            ]}
          />
          {isPayable && mayPay ? (
            <Form method="post">
              <p className="help">{t("money.lockedText")}</p>
              <input type="hidden" name="currency" value={currency} />
              <SubmitButton kind="second" intent="pay_out">
                {t("money.payOut", { amount: available })}
              </SubmitButton>
            </Form>
          ) : null}
        </div>
      ))}
    </Card>
  );
}

interface ShownModel {
  money_model: MoneyModel;
  is_ready: boolean;
}

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

interface ConnectedFacts {
  title: string;
  facts: readonly (readonly [string, string | null])[];
}

export function UserFacts({
  user,
  links,
  connected,
}: {
  user: ShownUser;
  links: readonly string[];
  connected?: ConnectedFacts | null;
}) {
  const { t } = useTexts("admin");
  const place = [user.zipcode, user.city].filter(Boolean).join(" ");
  return (
    <>
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
      {connected ? (
        <Card title={connected.title}>
          <Facts facts={connected.facts} />
        </Card>
      ) : null}
    </>
  );
}

export function StatusChip({ status }: { status: AccountStatus }) {
  const { t } = useTexts("admin");
  return (
    <span className="status" data-status={status}>
      {t(`status.${status}`)}
    </span>
  );
}

interface ShownCase {
  id: string;
  submitted_at: Stamp;
  decision: "OPEN" | "ACCEPTED" | "DECLINED";
  decided_at: Stamp | null;
  operator: string | null;
  reasons: readonly { kind: DocumentKind; reason: string }[];
}

interface ShownView {
  id: number;
  kind: string;
  viewer: string;
  at: Stamp;
}

export function VerificationHistory({
  cases,
  views,
}: {
  cases: readonly ShownCase[];
  views: readonly ShownView[];
}) {
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
                <small>{each.decided_at && <Moment stamp={each.decided_at} />}</small>
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
          columns={[t("history.document"), t("history.viewer"), time(t("history.at"))]}
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

function ReasonList({ reasons }: { reasons: ShownCase["reasons"] }) {
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
