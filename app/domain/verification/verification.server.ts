export {
  documentKind,
  listDocuments,
  listDocumentViews,
  mayChangeDocuments,
  type ReadableDocument,
  readDocumentAsOperator,
  readOwnDocument,
  removeDocument,
  uploadDocument,
} from "./creator-documents.server.ts";
export { acceptVerification, type Decision, declineVerification } from "./decisions.server.ts";
export { expireDocuments } from "./expired-documents.server.ts";
export { type Processing, processingAt } from "./processing.ts";
export {
  countQueue,
  listCases,
  listOpenCreators,
  listQueue,
} from "./queue.server.ts";
export {
  DOCUMENT_KINDS,
  type DocumentKind,
  type VerificationNeed,
} from "./requirements.ts";
export {
  findVerification,
  type HandedIn,
  handInVerification,
} from "./submission.server.ts";
