import { useEffect, useState } from "react";
import { useLocation } from "react-router";

/**
 * By the hash #drawer on hydrated pages. Null without script: then CSS uses `:target`, which client
 * navigation does not update.
 */
export function useDrawerState(): boolean | null {
  const { hash } = useLocation();
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return isHydrated ? hash === "#drawer" : null;
}
