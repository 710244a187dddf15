import { Modal } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import { useTranslation } from "react-i18next";

/** What has a page of its own, over the page that it was opened from. Its heading is a `Modal.Title`. */
export function PageDialog(props: {
  isOpen: boolean;
  onClose: () => void;
  /** In pixels; on a narrow screen it fills the window. */
  width: number;
  children: ReactNode;
}): ReactElement {
  const { t } = useTranslation("drawer");
  return (
    <Modal.Root
      opened={props.isOpen}
      onClose={props.onClose}
      size={props.width}
      transitionProps={{ duration: 0 }}
      classNames={{ inner: "page-dialog-room", content: "page-dialog" }}
      // It would write a style sheet into the page, which the policy forbids: ours does the same.
      lockScroll={false}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.CloseButton className="page-dialog-close" aria-label={t("closeDialog")} />
        <Modal.Body>{props.children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
