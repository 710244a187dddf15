import type { ReactElement, ReactNode } from "react";
import { MANTINE } from "./mantine-classes.ts";

/** The class of an input, a text area or a select within its control. */
export const INPUT = MANTINE.input;

interface ControlProps {
  isMultiline?: boolean;
  /** What is in it is chosen, not typed. */
  isPointer?: boolean;
  /** Stands at the right end, such as a currency's. */
  symbol?: string;
  children: ReactNode;
}

/** The frame of a field's input. */
export function Control({ isMultiline, isPointer, symbol, children }: ControlProps): ReactElement {
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
