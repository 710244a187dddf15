import type { ReactElement, ReactNode } from "react";
import { useNavigate } from "react-router";
import { PageDialog } from "../../../ui/components/page-dialog.tsx";

const WIDTH_PIXELS = 550;

/** A form of an item over the list. Its own address is left as it is put away. */
export function ItemDialog({ isOpen, children }: { isOpen: boolean; children: ReactNode }): ReactElement {
  const navigate = useNavigate();
  return (
    <PageDialog
      isOpen={isOpen}
      onClose={() => void navigate("/dashboard/items", { preventScrollReset: true })}
      width={WIDTH_PIXELS}
    >
      {children}
    </PageDialog>
  );
}
