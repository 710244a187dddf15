import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { servicesContext, settingsContext } from "../../context.ts";
import { OWN_ACCENT, textOn } from "../../domain/settings/accent.ts";
import { findProfile } from "../../domain/users/profile.server.ts";
import { canReceive } from "../../domain/users/viewer.ts";
import { offeredProfile } from "../../http/features.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";
import { ButtonLink } from "../../ui/components/button-link.tsx";
import { Card } from "../../ui/components/card.tsx";
import { CopyTextButton } from "../../ui/components/copy-text-button.tsx";
import { SecondLink } from "../../ui/components/main-button.tsx";
import { QrLink } from "../../ui/components/qr-link.tsx";
import { CARD_SIZE, cardFrame, inHtml } from "../../ui/embed-code.ts";
import { AccountPage } from "../../ui/shells/account-page.tsx";
import type { Route } from "./+types/share-kit";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, publicUrl, clock } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const profile =
    canReceive(viewer.status) && viewer.username && (await findProfile(db, viewer.username, clock()));
  if (!profile) return { kit: null };
  const { name, username, goal } = offeredProfile(context, profile);
  const locale = getLocale(context);
  const address = `${publicUrl}/${username}`;
  const text = getI18n(context).t("share:badge", { name });
  const accent = context.get(settingsContext).brand.accent_light ?? OWN_ACCENT;
  const badge = `/${username}/badge/${locale}.svg`;
  return {
    kit: {
      address,
      text,
      badge,
      username,
      buttonStyle: { background: accent, color: textOn(accent) },
      goal: goal && { title: goal.title, file: `/${username}/goal/${locale}.svg` },
      preview: `/${username}/preview/${locale}.png`,
      code: shareCode({ address, text, badge: `${publicUrl}${badge}`, accent }),
      cardCode: cardFrame({ src: `${publicUrl}/embed/${username}`, title: text, ...CARD_SIZE }),
      goalCode: goal && pictureCode(address, `${publicUrl}/${username}/goal/${locale}.svg`, goal.title),
    },
  };
}

export default function ShareKit({ loaderData: { kit } }: Route.ComponentProps) {
  const { t } = useTranslation("share");
  if (!kit)
    return (
      <AccountPage title={t("title")} intro={t("notOpen")}>
        <div className="actions">
          <ButtonLink to="/account/verification">{t("verification")}</ButtonLink>
        </div>
      </AccountPage>
    );
  const { address, text, badge, buttonStyle, username, preview, code, cardCode, goal, goalCode } = kit;
  return (
    <AccountPage title={t("title")} intro={t("intro")}>
      <CodeCard title={t("link.title")} label={t("link.code")} copied={t("link.copied")} code={address}>
        <div className="actions">
          <QrLink username={username} kind="second">
            {t("qr")}
          </QrLink>
        </div>
      </CodeCard>
      <Card title={t("previewTitle")}>
        <img className="share-preview" src={preview} width={1200} height={630} alt={t("previewAlt")} />
      </Card>
      <CodeCard
        title={t("badgeCard.title")}
        label={t("badgeCard.code")}
        copied={t("badgeCard.copied")}
        code={code.badge}
      >
        <img className="share-badge" src={badge} height={44} alt={text} />
      </CodeCard>
      <CodeCard
        title={t("button.title")}
        label={t("button.code")}
        copied={t("button.copied")}
        code={code.button}
      >
        <p>
          <a className="share-button" href={`/${username}`} style={buttonStyle}>
            {text}
          </a>
        </p>
      </CodeCard>
      <CodeCard title={t("card.title")} label={t("card.code")} copied={t("card.copied")} code={cardCode}>
        <iframe
          className="share-card"
          src={`/embed/${username}`}
          title={text}
          {...CARD_SIZE}
          loading="lazy"
        />
      </CodeCard>
      {goal && goalCode ? (
        <CodeCard title={t("goal.title")} label={t("goal.code")} copied={t("goal.copied")} code={goalCode}>
          <img className="share-preview" src={goal.file} width={480} height={92} alt={goal.title} />
        </CodeCard>
      ) : null}
      <CodeCard
        title={t("markdown.title")}
        label={t("markdown.code")}
        copied={t("markdown.copied")}
        code={code.markdown}
      />
      <Card title={t("overlay.title")}>
        <p>{t("overlay.text")}</p>
        <div className="actions">
          <ButtonLink to="/dashboard/overlay">{t("overlay.link")}</ButtonLink>
        </div>
      </Card>
      <Card title={t("api.title")}>
        <p>{t("api.text")}</p>
        <div className="actions">
          <SecondLink href="/api/docs">{t("api.link")}</SecondLink>
        </div>
      </Card>
    </AccountPage>
  );
}

function CodeCard(props: {
  title: string;
  label: string;
  copied: string;
  code: string;
  children?: ReactNode;
}) {
  const { t } = useTranslation("share");
  const { title, label, copied, code, children } = props;
  return (
    <Card title={title}>
      {children ? <div className="share-part">{children}</div> : null}
      <p className="help">{label}</p>
      <pre className="share-code">
        <code>{code}</code>
      </pre>
      <div className="actions">
        <CopyTextButton text={code} label={t("copy")} copied={copied} />
      </div>
    </Card>
  );
}

const pictureCode = (address: string, src: string, words: string) =>
  `<a href="${inHtml(address)}"><img src="${inHtml(src)}" style="max-width:100%" alt="${inHtml(words)}"></a>`;

function shareCode({
  address,
  badge,
  text,
  accent,
}: {
  address: string;
  badge: string;
  text: string;
  accent: string;
}) {
  const [href, src, words] = [inHtml(address), inHtml(badge), inHtml(text)];
  return {
    badge: `<a href="${href}"><img src="${src}" height="44" style="max-width:100%" alt="${words}"></a>`,
    markdown: `[![${text.replace(/[[\]\\]/g, "\\$&")}](${badge})](${address})`,
    button: `<a href="${href}" style="display:inline-block;padding:12px 20px;border-radius:12px;background:${accent};color:${textOn(accent)};font:600 16px system-ui,sans-serif;text-decoration:none">${words}</a>`,
  };
}
