import type { SubmissionResult } from "@conform-to/react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { ZOOM_MAXIMUM } from "../../media/crop.schema.ts";
import { FormErrors } from "../../ui/components/form-errors.tsx";
import { GroupAvatar } from "../../ui/components/group-avatar.tsx";
import { FileField } from "../../ui/upload/file-field.tsx";
import { PictureCrop } from "../../ui/upload/picture-crop.tsx";
import { UploadProgress } from "../../ui/upload/upload-progress.tsx";
import { useChosenFile } from "../../ui/upload/use-chosen-file.ts";
import { useUpload } from "../../ui/upload/use-upload.ts";
import type { EditedGroup } from "./edit-parts.tsx";

export function AvatarCard({
  group,
  lastResult,
}: {
  group: EditedGroup;
  lastResult: SubmissionResult<string[]> | null;
}): ReactElement {
  const { t } = useTranslation("grouplists");
  const { t: picture } = useTranslation("picture");
  const upload = useUpload(picture("failed"));
  const chosen = useChosenFile();
  const removal = useFetcher();
  const isRemoving = removal.state !== "idle";
  const page = `/gl/${group.slug}/edit`;
  const { file: problems = null, "": failures = null } = lastResult?.error ?? {};
  const errors = { ...(failures && { "": failures }), ...(problems && { file: problems }) };
  return (
    <section className="card picture-form">
      <h2 className="group-label" id="avatar-title">
        {t("edit.avatar")}
      </h2>
      <FormErrors
        form={{ id: "avatar", status: lastResult?.status, allErrors: errors }}
        labels={{ file: t("edit.avatar") }}
      />
      <GroupAvatar name={group.name} avatarId={isRemoving ? null : group.avatar_id} />
      <form
        method="post"
        action={page}
        encType="multipart/form-data"
        onSubmit={upload.send}
        onReset={chosen.empty}
      >
        <input type="hidden" name="intent" value="avatar" />
        <FileField
          id="avatar-file"
          name="file"
          chosen={chosen}
          upload={upload}
          problem={problems?.join(" ")}
          accept="image/jpeg,image/png,image/gif,image/webp,image/avif"
          dropText={picture("drop")}
          isRequired
          labelledBy="avatar-title"
          wrapper={{
            description: t("edit.avatarHelp"),
            inputWrapperOrder: ["description", "input", "error"],
          }}
        />
        <PictureCrop id="avatar" shape="item" zoomMaximum={ZOOM_MAXIMUM} file={chosen.file} />
        <button type="submit" className="plain-button" disabled={upload.part !== null}>
          {t("edit.upload")}
        </button>
        {upload.part === null ? null : <UploadProgress part={upload.part} text={picture("progress")} />}
      </form>
      {group.mayRemoveAvatar && !isRemoving ? (
        <removal.Form method="post" action={`${page}/avatar/removal`} preventScrollReset>
          <button type="submit" className="plain-button">
            {t("edit.removeAvatar")}
          </button>
        </removal.Form>
      ) : null}
    </section>
  );
}
