import { ModalBody, ModalCloseButton, ModalContent, ModalOverlay, ModalRoot } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  width: number;
  children: ReactNode;
}

export default function DialogFrame({ isOpen, onClose, width, children }: DialogProps) {
  const { t } = useTranslation("drawer");
  // Mantine returns focus to where it was on opening, not on mounting.
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
      // Mantine would insert a style element, which the policy forbids.
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
