import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../context.ts";
import { createOwnCookie, type OwnCookie } from "./cookies.server.ts";

export function ownCookie(context: Readonly<RouterContextProvider>, cookie: OwnCookie) {
  return createOwnCookie(cookie, isSecure(context));
}

export function isSecure(context: Readonly<RouterContextProvider>): boolean {
  return context.get(servicesContext).publicUrl.startsWith("https:");
}
