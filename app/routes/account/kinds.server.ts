import { data } from "react-router";
import type { ProfilePictureKind } from "../../domain/users/users.server.ts";
import { type DocumentKind, documentKind } from "../../domain/verification/verification.server.ts";

// What an address names as its kind. Another one is an address that does not exist.

export function pictureKind(name: string): ProfilePictureKind {
  if (name === "avatar" || name === "header") return name;
  throw data(null, { status: 404 });
}

export function askedDocumentKind(name: string): DocumentKind {
  const kind = documentKind(name);
  if (!kind) throw data(null, { status: 404 });
  return kind;
}
