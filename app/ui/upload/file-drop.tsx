import { Dropzone } from "@mantine/dropzone";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";

export default function FileDrop(props: {
  input: RefObject<HTMLInputElement | null>;
  accept: string;
  file: File | null;
  text: string;
  isCamera?: boolean;
}) {
  const { t } = useTranslation("picture");
  const { input, accept, file, text, isCamera } = props;
  const take = ([dropped]: File[]) => {
    if (!dropped || !input.current) return;
    const transfer = new DataTransfer();
    transfer.items.add(dropped);
    input.current.files = transfer.files;
    input.current.dispatchEvent(new Event("change", { bubbles: true }));
  };
  // Touch screens cannot drop files.
  const isPhone = matchMedia("(pointer: coarse)").matches;
  return (
    <div className="drop" aria-hidden="true">
      <Dropzone
        unstyled
        // The server validates, as without script.
        onDrop={take}
        onReject={(rejections) => take(rejections.map((each) => each.file))}
        maxFiles={1}
        accept={accept.split(",")}
        activateOnClick={false}
        activateOnKeyboard={false}
        onClick={() => input.current?.click()}
        tabIndex={-1}
        inputProps={{ tabIndex: -1 }}
      >
        {file ? <b>{file.name}</b> : isPhone && !isCamera ? t("takePhoto") : text}
      </Dropzone>
    </div>
  );
}
