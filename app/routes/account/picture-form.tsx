import type { ReactElement } from "react";
import { ZOOM_MAXIMUM } from "../../media/crop.schema.ts";
import { Avatar } from "../../ui/components/avatar.tsx";
import { CropFields } from "../../ui/components/crop-fields.tsx";
import { FieldProblem } from "../../ui/components/field-problem.tsx";
import { MediaPicture } from "../../ui/components/media-picture.tsx";
import { useTexts } from "../../ui/texts.ts";

/** One picture of a profile: what is there, another file, and a button that takes it away. Forms of their own. */
export function PictureForm({
  kind,
  mediaId,
  name,
  problem,
}: {
  kind: "avatar" | "header";
  mediaId: string | null;
  name: string;
  /** Why the file that was just sent is refused. */
  problem: string | undefined;
}): ReactElement {
  const { t } = useTexts("account");
  return (
    <section className="card picture-form">
      <h2 className="group-label">{t(`edit.${kind}`)}</h2>
      {kind === "avatar" ? <Avatar name={name} avatarId={mediaId} /> : null}
      {kind === "header" && mediaId ? (
        <MediaPicture id={mediaId} renditions={["s"]} className="header-preview" width={720} height={240} />
      ) : null}
      <form
        method="post"
        action={`/account/edit/${kind}`}
        encType="multipart/form-data"
        data-progress={t("edit.progress")}
      >
        <label htmlFor={`${kind}-file`} className="help">
          {t(`edit.${kind}Help`)}
        </label>
        <input
          id={`${kind}-file`}
          type="file"
          name="file"
          className="file"
          required
          accept="image/jpeg,image/png,image/gif,image/webp,image/avif"
          aria-describedby={`${kind}-file-error`}
          {...(problem ? { "aria-invalid": true } : {})}
        />
        <FieldProblem id={`${kind}-file`} errors={problem ? [problem] : undefined} />
        <CropFields id={kind} shape={kind} zoomMaximum={ZOOM_MAXIMUM} />
        <button type="submit" className="plain-button">
          {t("edit.upload")}
        </button>
      </form>
      {mediaId ? (
        <form method="post" action={`/account/edit/${kind}/removal`}>
          <button type="submit" className="plain-button">
            {t("edit.remove")}
          </button>
        </form>
      ) : null}
    </section>
  );
}
