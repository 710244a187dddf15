import { MantineProvider } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { type ReactElement, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { whenShown } from "./when-shown.ts";

/** The input stays the form's field for keyboards and screen readers; the area serves pointers. */
function DropPlace({ input, text }: { input: HTMLInputElement; text: string }): ReactElement {
  const [name, setName] = useState(input.files?.[0]?.name ?? "");
  useEffect(() => {
    const read = () => {
      setName(input.files?.[0]?.name ?? "");
      forgetProblem(input);
    };
    input.addEventListener("change", read);
    // Browsers restore files after scripts run.
    whenShown(read);
    return () => input.removeEventListener("change", read);
  }, [input]);
  const take = ([file]: File[]) => {
    if (!file) return;
    const transfer = new DataTransfer();
    transfer.items.add(file);
    input.files = transfer.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  };
  return (
    <MantineProvider withCssVariables={false} withGlobalClasses={false} withStaticClasses={false}>
      <Dropzone
        unstyled
        // The server validates, with the same texts as without script.
        onDrop={take}
        onReject={(rejections) => take(rejections.map((each) => each.file))}
        maxFiles={1}
        accept={input.accept.split(",")}
        activateOnClick={false}
        activateOnKeyboard={false}
        onClick={() => input.click()}
        tabIndex={-1}
        inputProps={{ tabIndex: -1 }}
      >
        {name === "" ? text : <b>{name}</b>}
      </Dropzone>
    </MantineProvider>
  );
}

/** The error was about the previous file. */
function forgetProblem(input: HTMLInputElement): void {
  if (!input.files?.length) return;
  const problem = document.getElementById(`${input.id}-error`);
  if (problem) problem.textContent = "";
  input.removeAttribute("aria-invalid");
}

for (const place of document.querySelectorAll<HTMLElement>("[data-dropzone]")) {
  const input = place.parentElement?.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) continue;
  place.hidden = false;
  // Touch screens cannot drop files.
  const isPhone = matchMedia("(pointer: coarse)").matches;
  const text = (isPhone ? place.dataset.phone : place.dataset.dropzone) ?? "";
  createRoot(place).render(<DropPlace input={input} text={text} />);
}
