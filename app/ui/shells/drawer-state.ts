import { useEffect, useState } from "react";
import { useLocation } from "react-router";

/**
 * Whether the drawer of a phone is open on a hydrated page: its links lead to #drawer and away from it. Null where script
 * does not run, or not yet: there the style sheet opens it by `:target`, which follows no navigation of React Router.
 */
export function useDrawerState(): boolean | null {
  const { hash } = useLocation();
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return isHydrated ? hash === "#drawer" : null;
}
