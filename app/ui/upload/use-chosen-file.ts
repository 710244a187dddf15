import { useMounted } from "@mantine/hooks";
import { type RefObject, useEffect, useRef, useState } from "react";

export interface ChosenFile {
  input: RefObject<HTMLInputElement | null>;
  file: File | null;
  /** False for a file restored by the browser, which may have been sent. */
  isNew: boolean;
  isReady: boolean;
  choose(): void;
  empty(): void;
}

const NONE = { file: null, isNew: false };

/** Also a file chosen before the script ran, or restored with the page. */
export function useChosenFile(): ChosenFile {
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ file: File | null; isNew: boolean }>(NONE);
  const take = (isNew: boolean) => setChosen({ file: input.current?.files?.[0] ?? null, isNew });
  useEffect(() => {
    const [visit] = performance.getEntriesByType("navigation");
    const isBack = visit instanceof PerformanceNavigationTiming && visit.type !== "navigate";
    const find = () => {
      const file = input.current?.files?.[0];
      if (file) setChosen((before) => (before.file === file ? before : { file, isNew: !isBack }));
    };
    find();
    // Browsers restore inputs after scripts run.
    addEventListener("pageshow", find);
    return () => removeEventListener("pageshow", find);
  }, []);
  return { input, ...chosen, isReady: useMounted(), choose: () => take(true), empty: () => setChosen(NONE) };
}
