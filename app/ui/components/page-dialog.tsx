import { Modal } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import { useTranslation } from "react-i18next";

/** A dialog over a hydrated page, on a phone over all of it. Its title is a `Modal.Title` among the children. */
export function PageDialog({
  isOpen,
  onClose,
  width,
  children,
}: {
  isOpen: boolean;
  onClose: () => void;
  /** In pixels, where the screen has them. */
  width: number;
  children: ReactNode;
}): ReactElement {
  const { t } = useTranslation("drawer");
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      size={width}
      centered
      transitionProps={{ duration: 0 }}
      classNames={{ inner: "dialog-room", content: "dialog" }}
      // It would write a style sheet into the page, which the policy forbids: ours does the same.
      lockScroll={false}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.CloseButton className="dialog-close" aria-label={t("closeDialog")} />
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
