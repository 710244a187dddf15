import { ModalBody, ModalCloseButton, ModalContent, ModalOverlay, ModalRoot } from "@mantine/core";
import { type ReactElement, type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** In pixels, where the screen has them. */
  width: number;
  children: ReactNode;
}

/** What a dialog over its page is made of (page-dialog.tsx). */
export default function DialogFrame({ isOpen, onClose, width, children }: DialogProps): ReactElement {
  const { t } = useTranslation("drawer");
  // Mantine leads the focus back to where it was as a dialog opened, not as it came to the page.
  const [isShown, setShown] = useState(false);
  useEffect(() => setShown(isOpen), [isOpen]);
  return (
    <ModalRoot
      opened={isShown}
      onClose={onClose}
      size={width}
      centered
      transitionProps={{ duration: 0 }}
      classNames={{ inner: "dialog-room", content: "dialog" }}
      // It would write a style sheet into the page, which the policy forbids: ours does the same.
      lockScroll={false}
    >
      <ModalOverlay />
      <ModalContent>
        <ModalCloseButton className="dialog-close" aria-label={t("closeDialog")} />
        <ModalBody>{children}</ModalBody>
      </ModalContent>
    </ModalRoot>
  );
}
