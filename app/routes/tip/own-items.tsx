import type { ReactElement } from "react";
import { MediaPicture } from "../../ui/components/media-picture.tsx";
import { useTexts } from "../../ui/texts.ts";

export interface OwnSide {
  note: string | null;
  hasItems: boolean;
  waiting: {
    id: string;
    name: string;
    price: string;
    image_id: string | null;
    status: "PENDING" | "DECLINED";
    decline_reason: string | null;
  }[];
}

const isUnderReview = ({ status }: OwnSide["waiting"][number]) => status === "PENDING";

export function OwnLinks(): ReactElement {
  const { t } = useTexts("items");
  return (
    <p className="more-links">
      <a href="/dashboard/share-kit">{t("own.sharePage")}</a>
      <a href="/account/edit">{t("own.edit")}</a>
    </p>
  );
}

export function OwnItems({ own }: { own: OwnSide }): ReactElement {
  const { t } = useTexts("items");
  return (
    <section className="card own-items">
      {own.note === null ? null : (
        <p className="note" role="status" data-toast="">
          {own.note}
        </p>
      )}
      <h2 className="group-label">{t("own.title")}</h2>
      <p className="help">
        {t(own.hasItems ? (own.waiting.some(isUnderReview) ? "own.waiting" : "own.shown") : "own.none")}
      </p>
      {own.waiting.length > 0 ? (
        <ul className="own-list">
          {own.waiting.map((item) => (
            <li key={item.id} className="own-item">
              {item.image_id ? (
                <MediaPicture id={item.image_id} renditions={["s"]} width={48} height={48} lazy />
              ) : (
                <span className="item-blank" />
              )}
              <span className="item-name">
                {item.name}
                {item.status === "DECLINED" ? (
                  <small>
                    {t("own.declined")} {item.decline_reason ? `${t("reason")} ${item.decline_reason}` : null}
                  </small>
                ) : null}
              </span>
              <span className="money">{item.price}</span>
              <span className="status" data-status={item.status}>
                {t(`status.${item.status}`)}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      <p className="more-links">
        <a href="/dashboard/items/new">{t("add")}</a>
        {own.hasItems ? <a href="/dashboard/items">{t("own.all")}</a> : null}
      </p>
    </section>
  );
}
