import type { ReactElement } from "react";
import { MediaPicture } from "../../../ui/components/media-picture.tsx";
import { useTexts } from "../../../ui/texts.ts";

/** An item as its tile shows it. */
interface ShownItem {
  id: string;
  name: string;
  price: string;
  image_id: string | null;
  status: "ACTIVE" | "PENDING" | "DECLINED" | "HIDDEN";
  decline_reason: string | null;
}

/** One of the creator's items: picture, price and state, its place in the order, and the way to delete it. */
export function ItemTile({
  item,
  isPublic,
  isFirst,
  isLast,
}: {
  item: ShownItem;
  isPublic: boolean;
  isFirst: boolean;
  isLast: boolean;
}): ReactElement {
  const { t } = useTexts("items");
  const { id, name, status } = item;
  return (
    <li className="item-tile" id={`item-${id}`} data-item={id}>
      {item.image_id ? (
        <MediaPicture id={item.image_id} renditions={["m"]} width={600} height={600} lazy />
      ) : (
        <span className="item-tile-blank" aria-hidden="true">
          {[...name][0]}
        </span>
      )}
      <div className="item-tile-text">
        <h2>{name}</h2>
        <p className="money">{item.price}</p>
        <p className="status" data-status={status}>
          {status === "ACTIVE" && !isPublic ? t("ready") : t(`status.${status}`)}
        </p>
        {status === "PENDING" || status === "HIDDEN" ? <p className="help">{t(`about.${status}`)}</p> : null}
        {item.decline_reason ? (
          <p className="help">
            {t("reason")} {item.decline_reason}
          </p>
        ) : null}
        {status === "DECLINED" ? (
          <p>
            <a href={`/dashboard/items/${id}/edit`} data-dialog="550" aria-label={t("edit.of", { name })}>
              {t("edit.link")}
            </a>
          </p>
        ) : null}
      </div>
      <div className="item-tile-acts">
        <form method="post" action={`/dashboard/items/${id}/order`}>
          <Arrow to="earlier" label={t("earlier", { name })} isOff={isFirst}>
            ←
          </Arrow>
          <Arrow to="later" label={t("later", { name })} isOff={isLast}>
            →
          </Arrow>
        </form>
        <span className="item-tile-handle" data-handle="" title={t("drag")} aria-hidden="true" hidden>
          ⠿
        </span>
        <details className="more">
          <summary aria-label={t("removeOf", { name })}>{t("remove")}</summary>
          <p className="help">{t("removeText")}</p>
          <form method="post" action={`/dashboard/items/${id}/removal`}>
            <button type="submit" className="second-button">
              {t("removeNow")}
            </button>
          </form>
        </details>
      </div>
    </li>
  );
}

function Arrow(props: {
  to: "earlier" | "later";
  label: string;
  isOff: boolean;
  children: string;
}): ReactElement {
  const { to, label, isOff, children } = props;
  return (
    <button
      type="submit"
      className="item-tile-arrow"
      name="to"
      value={to}
      aria-label={label}
      title={label}
      disabled={isOff}
    >
      <span aria-hidden="true">{children}</span>
    </button>
  );
}
