/** The door of notices about content: reporting, deciding, complaining. */
export { findCaseLink } from "./case-links.server.ts";
export { decideCase, mayDecideComplaint } from "./decide-case.server.ts";
export { complain, reportContent } from "./notices.server.ts";
export {
  CASE_VIEWS,
  countCases,
  findCase,
  listCases,
  mayComplain,
  openQuestion,
} from "./read-cases.server.ts";
export { relinkCases } from "./relink-cases.server.ts";
