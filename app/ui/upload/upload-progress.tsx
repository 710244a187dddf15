import { Progress } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";

/** How far a form is on its way. */
export function UploadProgress(props: {
  part: number;
  /** What is said of it, with "%s" for the share. */
  text: string;
}): ReactElement {
  const { i18n } = useTranslation();
  const percent = new Intl.NumberFormat(i18n.language, { style: "percent" });
  // Read out in quarters: more would be noise.
  const words = props.text.replace("%s", percent.format(Math.floor(props.part * 4) / 4));
  return (
    <div className="upload-progress">
      <Progress value={Math.round(props.part * 100)} color="var(--button)" aria-label={words} />
      <span role="status">{words}</span>
    </div>
  );
}
