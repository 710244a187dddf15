import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "../../../ui/components/button-link.tsx";
import { Card } from "../../../ui/components/card.tsx";
import { CopyTextButton } from "../../../ui/components/copy-text-button.tsx";
import { NameParts } from "../../../ui/components/name-parts.tsx";
import { PageLink } from "../../../ui/components/page-link.tsx";
import { QrLink } from "../../../ui/components/qr-link.tsx";
import { WeekBars } from "../../../ui/components/week-bars.tsx";
import type { Side } from "./dashboard.server.ts";

export function SideColumn({
  week,
  payout,
  share,
  children,
}: Side & {
  children?: ReactNode;
}) {
  const { t } = useTranslation("dashboard");
  return (
    <aside className="side" data-tip-side="" aria-label={t("side.label")}>
      {children}
      <Card title={t("side.week")}>
        <p className="side-figure">{week.sum}</p>
        <p className="help">{week.tips}</p>
        {week.monthly.map((each) => (
          <p key={each}>{each}</p>
        ))}
        <WeekBars title={t("side.weekPlot")} bars={week.bars} />
        <p className="more-links">
          <PageLink href="/dashboard/statistics">{t("side.toStatistics")}</PageLink>
        </p>
      </Card>
      <NextPayout {...payout} />
      {share === null ? null : <ShareKit {...share} />}
    </aside>
  );
}

const VERIFICATION = { href: "/account/verification", text: "promise.toVerification" } as const;
const SETTINGS = { href: "/account/settings", text: "promise.toSettings" } as const;
const PAYOUT_DATA = { href: "/account/payoutdata", text: "settings.data" } as const;

const REMEDIES: Partial<
  Record<Side["payout"]["promise"], typeof VERIFICATION | typeof PAYOUT_DATA | typeof SETTINGS>
> = {
  not_verified: VERIFICATION,
  declined: VERIFICATION,
  no_bank_account: PAYOUT_DATA,
  no_paxum_account: PAYOUT_DATA,
  data_pending: PAYOUT_DATA,
  paused: SETTINGS,
};

function NextPayout(payout: Side["payout"]) {
  const { t } = useTranslation("dashboard");
  return (
    <Card title={t("side.payout")}>
      {payout.promise === "monthly" ? <NextMonth {...payout} /> : <NoMonth promise={payout.promise} />}
    </Card>
  );
}

function ToPayouts() {
  const { t } = useTranslation("dashboard");
  return <PageLink href="/dashboard/payouts">{t("toPayouts")}</PageLink>;
}

function NextMonth({ day, minimum, due, missing }: Side["payout"]) {
  const { t } = useTranslation("dashboard");
  return (
    <>
      {due.map((amount) => (
        <p key={amount} className="side-figure">
          {amount}
        </p>
      ))}
      <p>{due.length > 0 ? t("side.expected", { day }) : t("side.missing", { day, minimum, missing })}</p>
      <p className="more-links">
        <ToPayouts />
      </p>
    </>
  );
}

function NoMonth({ promise }: { promise: Exclude<Side["payout"]["promise"], "monthly"> }) {
  const { t } = useTranslation("payouts");
  const remedy = REMEDIES[promise];
  return (
    <>
      <p>{t(`promise.${promise}`)}</p>
      <p className="more-links">
        {remedy === undefined ? null : <PageLink href={remedy.href}>{t(remedy.text)}</PageLink>}
        <ToPayouts />
      </p>
    </>
  );
}

function ShareKit({ url, username, canPost, hasShared }: NonNullable<Side["share"]>) {
  const { t } = useTranslation("dashboard");
  const { t: say } = useTranslation("drawer");
  return (
    <Card title={t("side.share")}>
      <p className="help">{t("side.link")}</p>
      <p className="share-link">
        <NameParts text={url} />
      </p>
      <div className="actions">
        <CopyTextButton text={url} label={t("side.copy")} copied={t("side.copied")} />
        <QrLink username={username} kind="second">
          {say("qr")}
        </QrLink>
        <ButtonLink to="/dashboard/share-kit">{t("side.kit")}</ButtonLink>
        {canPost ? (
          <form method="post" action="/dashboard/share">
            <button type="submit" className="second-button">
              {say("share")}{" "}
              {hasShared ? null : <span className="new-dot" role="img" aria-label={say("waiting")} />}
            </button>
          </form>
        ) : null}
      </div>
    </Card>
  );
}
