import { type SqlBool, sql } from "kysely";

/** An operator hid the tip `t`, whatever has become of its money since: neither its words nor its sender are shown. */
export const tipIsHidden = sql<SqlBool>`(t.status = 'DECLINED' or (t.reviewed_at is not null and t.activated_at is null))`;
