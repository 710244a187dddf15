import { Modal } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

const WIDTH_PIXELS = 550;

/** A form of an item over the list. Its own address is left as it is put away. */
export function ItemDialog({ isOpen, children }: { isOpen: boolean; children: ReactNode }): ReactElement {
  const { t } = useTranslation("drawer");
  const navigate = useNavigate();
  return (
    <Modal.Root
      opened={isOpen}
      onClose={() => void navigate("/dashboard/items", { preventScrollReset: true })}
      size={WIDTH_PIXELS}
      transitionProps={{ duration: 0 }}
      classNames={{ inner: "item-dialog-room", content: "item-dialog" }}
      // It would write a style sheet into the page, which the policy forbids: ours does the same.
      lockScroll={false}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.CloseButton className="item-dialog-close" aria-label={t("closeDialog")} />
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
