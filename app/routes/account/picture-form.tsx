import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { ZOOM_MAXIMUM } from "../../domain/media/crop.schema.ts";
import { Avatar } from "../../ui/components/avatar.tsx";
import { MediaPicture } from "../../ui/components/media-picture.tsx";
import { FileField, useChosenFile } from "../../ui/upload/file-field.tsx";
import { PictureCrop } from "../../ui/upload/picture-crop.tsx";
import { UploadProgress, useUpload } from "../../ui/upload/use-upload.tsx";

export function PictureForm({
  kind,
  mediaId,
  name,
  problem,
  next,
}: {
  kind: "avatar" | "header";
  mediaId: string | null;
  name: string;
  problem?: string | undefined;
  /** Where it leads once saved, instead of the profile. */
  next?: "verification";
}) {
  const { t } = useTranslation("account");
  const { t: picture } = useTranslation("picture");
  const upload = useUpload(picture("failed"));
  const chosen = useChosenFile();
  const removal = useFetcher();
  const shown = removal.state === "idle" ? mediaId : null;
  return (
    <section className="card picture-form">
      <h2 className="group-label" id={`${kind}-title`}>
        {t(`edit.${kind}`)}
      </h2>
      {kind === "avatar" ? <Avatar name={name} avatarId={shown} /> : null}
      {kind === "header" && shown ? (
        <MediaPicture id={shown} renditions={["s"]} className="header-preview" width={720} height={240} />
      ) : null}
      <form
        method="post"
        action={`/account/edit/${kind}`}
        encType="multipart/form-data"
        onSubmit={upload.send}
        onReset={chosen.empty}
      >
        {next ? <input type="hidden" name="next" value={next} /> : null}
        <FileField
          id={`${kind}-file`}
          name="file"
          chosen={chosen}
          upload={upload}
          problem={problem}
          accept="image/jpeg,image/png,image/gif,image/webp,image/avif"
          dropText={picture("drop")}
          isRequired
          labelledBy={`${kind}-title`}
          wrapper={{
            description: t(`edit.${kind}Help`),
            inputWrapperOrder: ["description", "input", "error"],
          }}
        />
        <PictureCrop id={kind} shape={kind} zoomMaximum={ZOOM_MAXIMUM} file={chosen.file} />
        <button type="submit" className="plain-button" disabled={upload.part !== null}>
          {t("edit.upload")}
        </button>
        {upload.part === null ? null : <UploadProgress part={upload.part} text={picture("progress")} />}
      </form>
      {shown ? (
        <removal.Form method="post" action={`/account/edit/${kind}/removal`}>
          <button type="submit" className="plain-button">
            {t("edit.remove")}
          </button>
        </removal.Form>
      ) : null}
    </section>
  );
}
