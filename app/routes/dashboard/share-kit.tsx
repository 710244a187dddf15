import type { ReactElement, ReactNode } from "react";
import { servicesContext } from "../../context.ts";
import { canReceive, findAccount } from "../../domain/users/users.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";
import { Card } from "../../ui/components/card.tsx";
import { CopyButton } from "../../ui/components/copy-button.tsx";
import { SecondLink } from "../../ui/components/main-button.tsx";
import { AccountPage } from "../../ui/shells/account-page.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/share-kit";
import { shareCode } from "./share-code.ts";

export { titleMeta as meta } from "../../ui/shells/title-meta.ts";

/** What a creator shares: the link, what others see of it, a badge and a button with their code. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, publicUrl } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const { t } = getI18n(context);
  const title = t("share:title");
  if (!canReceive(viewer.status) || viewer.username === null) return { title, kit: null };
  const { name } = await findAccount(db, viewer.id);
  const locale = getLocale(context);
  const address = `${publicUrl}/${viewer.username}`;
  const text = t("share:badge", { name: name ?? viewer.username });
  const badge = `/${viewer.username}/badge/${locale}.svg`;
  return {
    title,
    kit: {
      address,
      text,
      badge,
      username: viewer.username,
      preview: `/${viewer.username}/preview/${locale}.png`,
      code: shareCode({ address, text, badge: `${publicUrl}${badge}` }),
    },
  };
}

export default function ShareKit({ loaderData: { title, kit } }: Route.ComponentProps) {
  const { t } = useTexts("share");
  if (!kit)
    return (
      <AccountPage title={title} intro={t("notOpen")}>
        <div className="actions">
          <SecondLink href="/account/verification">{t("verification")}</SecondLink>
        </div>
      </AccountPage>
    );
  const { address, text, badge, username, preview, code } = kit;
  return (
    <AccountPage title={title} intro={t("intro")}>
      <CodeCard title={t("link.title")} label={t("link.code")} copied={t("link.copied")} code={address}>
        <div className="actions">
          <SecondLink href={`/${username}/qr`} data-dialog="500">
            {t("qr")}
          </SecondLink>
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
          <a className="share-button" href={`/${username}`}>
            {text}
          </a>
        </p>
      </CodeCard>
      <CodeCard
        title={t("markdown.title")}
        label={t("markdown.code")}
        copied={t("markdown.copied")}
        code={code.markdown}
      />
      <Card title={t("api.title")}>
        <p>{t("api.text")}</p>
        <div className="actions">
          <SecondLink href="/api/docs">{t("api.link")}</SecondLink>
        </div>
      </Card>
    </AccountPage>
  );
}

/** Something to copy: it stands there to be selected, and with script a button copies it. */
function CodeCard(props: {
  title: string;
  label: string;
  copied: string;
  code: string;
  children?: ReactNode;
}): ReactElement {
  const { t } = useTexts("share");
  const { title, label, copied, code, children } = props;
  return (
    <Card title={title}>
      {children ? <div className="share-part">{children}</div> : null}
      <p className="help">{label}</p>
      <pre className="share-code">
        <code>{code}</code>
      </pre>
      <div className="actions">
        <CopyButton text={code} label={t("copy")} copied={copied} />
      </div>
    </Card>
  );
}
