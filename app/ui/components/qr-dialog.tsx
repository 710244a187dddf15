import { ModalTitle } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useRouteLoaderData } from "react-router";
import { productRules } from "../../product-rules.ts";
import type { LayoutData } from "../shells/layout-data.ts";
import { CopyTextButton } from "./copy-text-button.tsx";
import { SecondLink } from "./main-button.tsx";
import { PageDialog } from "./page-dialog.tsx";

const { pixels } = productRules.qr_code;

export function QrDialog({ username, onClose }: { username: string; onClose(): void }) {
  const { t } = useTranslation("result");
  const { t: share } = useTranslation("share");
  const root = useRouteLoaderData<{ frame: LayoutData }>("root");
  const url = `${location.origin}/${username}`;
  return (
    <PageDialog isOpen onClose={onClose} width={500}>
      <section className="card qr-card">
        <ModalTitle className="form-title">
          {t("qr.title", { name: root?.frame.viewer?.name ?? username })}
        </ModalTitle>
        <img
          className="qr"
          src={`/${username}/qr/svg`}
          width={pixels}
          height={pixels}
          alt={t("qr.alt", { url })}
        />
        <p>
          <a href={`/${username}`}>{url}</a>
        </p>
        <p className="help">{t("qr.text")}</p>
        <div className="actions">
          <CopyTextButton text={url} label={share("copyLink")} copied={share("link.copied")} />
          <SecondLink href={`/${username}/qr/svg`}>{t("qr.svg")}</SecondLink>
          <SecondLink href={`/${username}/qr/png`}>{t("qr.png")}</SecondLink>
        </div>
      </section>
    </PageDialog>
  );
}
