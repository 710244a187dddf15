import { Progress } from "@mantine/core";
import { formatPercent } from "../../domain/money/formats.ts";
import { useTexts } from "../texts.ts";

export function UploadProgress(props: { part: number; text: string }) {
  const { locale } = useTexts();
  const percentage = Math.round(props.part * 100);
  // Announced in quarters, to limit noise.
  const words = props.text.replace("%s", formatPercent(Math.floor(props.part * 4) * 2500, locale));
  return (
    <div className="upload-progress">
      <Progress.Root
        role="progressbar"
        aria-label={words}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percentage}
      >
        <Progress.Section value={percentage} color="var(--button)" withAria={false} />
      </Progress.Root>
      <span role="status">{words}</span>
    </div>
  );
}
