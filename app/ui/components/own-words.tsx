import { useTexts } from "../texts.ts";

export function OwnWords({
  message,
  senderName,
  itemName,
}: {
  message: string | null;
  senderName: string | null;
  itemName: string | null;
}) {
  const { t } = useTexts("tip");
  const name = senderName ?? t("summary.anonymous");
  return (
    <>
      {itemName ? <p className="help">{t("summary.item", { item: itemName })}</p> : null}
      {message ? (
        <blockquote className="quote">
          {message}
          <cite>— {name}</cite>
        </blockquote>
      ) : (
        <p className="help">{t("summary.from", { name })}</p>
      )}
    </>
  );
}
