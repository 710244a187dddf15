import { data } from "react-router";
import type { ProfilePictureKind } from "../../domain/users/profile.server.ts";
import { documentKind } from "../../domain/verification/creator-documents.server.ts";
import type { DocumentKind } from "../../domain/verification/verification.schema.ts";

export function pictureKind(name: string): ProfilePictureKind {
  if (name === "avatar" || name === "header") return name;
  throw data(null, { status: 404 });
}

export function askedDocumentKind(name: string): DocumentKind {
  const kind = documentKind(name);
  if (!kind) throw data(null, { status: 404 });
  return kind;
}
