import type { ReactNode } from "react";
import { MANTINE } from "./mantine-classes.ts";

export const INPUT = MANTINE.input;

interface ControlProps {
  isMultiline?: boolean;
  isPointer?: boolean;
  symbol?: string;
  children: ReactNode;
}

export function Control({ isMultiline, isPointer, symbol, children }: ControlProps) {
  return (
    <div
      className={`control ${MANTINE.control}`}
      data-multiline={isMultiline}
      data-pointer={isPointer}
      data-with-right-section={symbol ? true : undefined}
    >
      {children}
      {symbol ? (
        <div className={MANTINE.inputSection} data-position="right">
          {symbol}
        </div>
      ) : null}
    </div>
  );
}
