import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { NameParts } from "../../../ui/components/name-parts.tsx";
import { ShortId } from "../../../ui/components/short-id.tsx";

/** A creator (deleted: the id), a country, a provider or the platform. */
export function OwnerName({
  owner,
  username,
}: {
  owner: string;
  username: string | null;
}): ReactElement | string {
  const { t } = useTranslation("desk");
  if (username !== null) return <NameParts text={`@${username}`} />;
  if (owner === "") return t("accounts.ours");
  return owner.length === ID_LENGTH ? <ShortId id={owner} /> : owner;
}

const ID_LENGTH = 36;
