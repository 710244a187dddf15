import { createContext, type ReactNode, useContext, useEffect, useState } from "react";

interface Counts {
  refused: number;
  held: number;
}

const CountsContext = createContext<Counts & { change(of: keyof Counts, by: 1 | -1): void }>({
  ...{ refused: 0, held: 0 },
  change: () => undefined,
});

export function RefusalsProvider({ children }: { children: ReactNode }) {
  const [counts, setCounts] = useState<Counts>({ refused: 0, held: 0 });
  const [change] = useState(
    () => (of: keyof Counts, by: 1 | -1) => setCounts((before) => ({ ...before, [of]: before[of] + by })),
  );
  return <CountsContext value={{ ...counts, change }}>{children}</CountsContext>;
}

export function useHasRefusal(): boolean {
  return useContext(CountsContext).refused > 0;
}

export function useRefusal(isRefused: boolean): void {
  useCount("refused", isRefused);
}

/** True while action data is shown: revalidation discards it. */
export function useIsHeld(): boolean {
  const { refused, held } = useContext(CountsContext);
  return refused + held > 0;
}

/** Blocks revalidation, such as for codes shown once. */
export function useHold(isHeld: boolean): void {
  useCount("held", isHeld);
}

function useCount(of: keyof Counts, isOn: boolean): void {
  const { change } = useContext(CountsContext);
  useEffect(() => {
    if (!isOn) return;
    change(of, 1);
    return () => change(of, -1);
  }, [of, isOn, change]);
}
