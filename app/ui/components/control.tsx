import type { ReactElement, ReactNode } from "react";

export const INPUT = "typed";

interface ControlProps {
  isMultiline?: boolean;
  isPointer?: boolean;
  symbol?: string;
  children: ReactNode;
}

export function Control({ isMultiline, isPointer, symbol, children }: ControlProps): ReactElement {
  return (
    <div className="control box" data-multiline={isMultiline} data-pointer={isPointer}>
      {children}
      {symbol ? <span className="unit">{symbol}</span> : null}
    </div>
  );
}
