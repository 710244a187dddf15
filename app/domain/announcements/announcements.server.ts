/** The door of announcements: the platform's notices and special events, what is on now, and what operators make of them. */
export {
  type AnnouncementKind,
  announce,
  changeAnnouncement,
  endAnnouncement,
  findAnnouncement,
  listAnnouncements,
} from "./announcement-rows.server.ts";
export { type Announcements, createAnnouncements } from "./current-announcements.server.ts";
