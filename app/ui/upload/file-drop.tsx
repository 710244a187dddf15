import { Dropzone } from "@mantine/dropzone";
import type { ReactElement, RefObject } from "react";
import { useTranslation } from "react-i18next";

/** A place to drop a file on, for pointers alone: what is dropped or chosen there is put into the input. */
export default function FileDrop(props: {
  input: RefObject<HTMLInputElement | null>;
  accept: string;
  file: File | null;
  text: string;
}): ReactElement {
  const { t } = useTranslation();
  const { input, accept, file, text } = props;
  const take = ([dropped]: File[]) => {
    if (!dropped || !input.current) return;
    const transfer = new DataTransfer();
    transfer.items.add(dropped);
    input.current.files = transfer.files;
    input.current.dispatchEvent(new Event("change", { bubbles: true }));
  };
  // Nothing is dropped by a finger, and a phone has its camera at hand.
  const isPhone = matchMedia("(pointer: coarse)").matches;
  return (
    <div className="drop" aria-hidden="true">
      <Dropzone
        unstyled
        // What does not fit is refused by the server, in the same words as without script.
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
        {file ? <b>{file.name}</b> : isPhone ? t("form.takePhoto") : text}
      </Dropzone>
    </div>
  );
}
