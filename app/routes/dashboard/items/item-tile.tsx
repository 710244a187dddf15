import { useMounted } from "@mantine/hooks";
import type { FormEvent, PointerEvent } from "react";
import { useTranslation } from "react-i18next";
import { Link, useFetcher } from "react-router";
import { MediaPicture } from "../../../ui/components/media-picture.tsx";
import { focusHeading } from "../../../ui/keep-focus.ts";

export interface ShownItem {
  id: string;
  name: string;
  price: string;
  image_id: string | null;
  status: "ACTIVE" | "PENDING" | "DECLINED" | "HIDDEN";
  decline_reason: string | null;
}

export function ItemTile({
  item,
  isPublic,
  place,
  count,
  isDragged,
  onMove,
  onDrag,
}: {
  item: ShownItem;
  isPublic: boolean;
  place: number;
  count: number;
  isDragged: boolean;
  onMove: (position: number) => void;
  onDrag: (event: PointerEvent<HTMLElement>) => void;
}) {
  const { t } = useTranslation("items");
  const isMounted = useMounted();
  const removal = useFetcher();
  const { id, name, status } = item;
  if (removal.state !== "idle") return null;
  return (
    <li className={isDragged ? "item-tile item-tile-dragged" : "item-tile"} id={`item-${id}`} data-item={id}>
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
            <Link to={`/dashboard/items/${id}/edit`} preventScrollReset aria-label={t("edit.of", { name })}>
              {t("edit.link")}
            </Link>
          </p>
        ) : null}
      </div>
      <div className="item-tile-acts">
        <form
          method="post"
          action={`/dashboard/items/${id}/order`}
          onSubmit={(event) => {
            event.preventDefault();
            onMove(place + (isEarlier(event) ? -1 : 1));
          }}
        >
          <Arrow to="earlier" label={t("earlier", { name })} isOff={place === 0}>
            ←
          </Arrow>
          <Arrow to="later" label={t("later", { name })} isOff={place === count - 1}>
            →
          </Arrow>
        </form>
        <span
          className="item-tile-handle"
          data-handle=""
          title={t("drag")}
          aria-hidden="true"
          hidden={!isMounted || count < 2}
          onPointerDown={onDrag}
        >
          ⠿
        </span>
        <details className="more">
          <summary aria-label={t("removeOf", { name })}>{t("remove")}</summary>
          <p className="help">{t("removeText")}</p>
          <removal.Form
            method="post"
            action={`/dashboard/items/${id}/removal`}
            onSubmit={({ currentTarget }) => focusHeading(currentTarget.closest(".account-page"))}
          >
            <button type="submit" className="second-button">
              {t("removeNow")}
            </button>
          </removal.Form>
        </details>
      </div>
    </li>
  );
}

function isEarlier({ nativeEvent }: FormEvent<HTMLFormElement>): boolean {
  const submitter = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
  return submitter instanceof HTMLButtonElement && submitter.value === "earlier";
}

function Arrow(props: { to: "earlier" | "later"; label: string; isOff: boolean; children: string }) {
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
