import { toString as drawQrCode } from "qrcode";
import { data, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { findProfile, findRenamed } from "../../domain/users/profile.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { productRules } from "../../product-rules.ts";
import { SecondLink } from "../../ui/components/main-button.tsx";
import { Title } from "../../ui/components/title.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/qr";

const { qr_code } = productRules;

/** docs/product.md, 9.10. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, clock, publicUrl } = context.get(servicesContext);
  const profile = await findProfile(db, params.profile, clock());
  if (!profile) {
    const renamed = await findRenamed(db, params.profile, clock());
    if (renamed !== null) throw redirect(`/${renamed}/qr`, 301);
    throw data(null, { status: 404 });
  }
  const url = `${publicUrl}/${profile.username}`;
  return {
    title: getI18n(context).t("result:qr.title", { name: profile.name }),
    username: profile.username,
    url,
    svg: await drawQrCode(url, { type: "svg", margin: qr_code.margin, width: qr_code.pixels }),
  };
}

export default function QrCode({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("result");
  const { title, username, url, svg } = loaderData;
  return (
    <section className="card steps qr-card paper">
      <Title order={1}>{title}</Title>
      <img
        className="qr"
        src={`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`}
        width={qr_code.pixels}
        height={qr_code.pixels}
        alt={t("qr.alt", { url })}
      />
      <p>
        <a href={`/${username}`}>{url}</a>
      </p>
      <p className="help">{t("qr.text")}</p>
      <div className="actions">
        <SecondLink href={`/${username}/qr/svg`}>{t("qr.svg")}</SecondLink>
        <SecondLink href={`/${username}/qr/png`}>{t("qr.png")}</SecondLink>
      </div>
    </section>
  );
}
