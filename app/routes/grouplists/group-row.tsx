import type { ReactElement } from "react";
import type { OwnGroup } from "../../domain/grouplists/grouplists.server.ts";
import { GroupAvatar } from "../../ui/components/group-avatar.tsx";
import { useTexts } from "../../ui/texts.ts";

/** One of a creator's groups: what they are in it, how it stands, and what they can do. */
export function GroupRow({ group }: { group: OwnGroup & { title: string } }): ReactElement {
  const { t } = useTexts("grouplists");
  const { slug, title, role, status } = group;
  const act = (name: "open" | "edit" | "members" | "leave" | "withdraw", path: string, isDialog = false) => (
    <a
      href={`/gl/${slug}${path}`}
      aria-label={t("actOf", { act: t(`acts.${name}`), group: title })}
      {...(isDialog ? { "data-dialog": "500" } : {})}
    >
      {t(`acts.${name}`)}
    </a>
  );
  return (
    <li className="card group-row">
      <GroupAvatar name={group.name} avatarId={group.avatar_id} small />
      <div>
        <h2>{title}</h2>
        <p className="group-chips">
          <span className="status" data-status={role === "PENDING" ? "PENDING" : "ACTIVE"}>
            {t(`roles.${role}`)}
          </span>{" "}
          {role === "OWNER" || status === "APPROVED" ? (
            <span className="status" data-status={status === "APPROVED" ? "ACTIVE" : status}>
              {t(`states.${status}`)}
            </span>
          ) : null}
        </p>
        <p className="help">
          {t("creators", { count: group.creators_count })} · {group.currency}
          {group.asking_count > 0 ? (
            <>
              {" · "}
              <b>{t("asking", { count: group.asking_count })}</b>
            </>
          ) : null}
        </p>
        <p className="more-links">
          {act("open", "")}
          {role === "OWNER" ? act("edit", "/edit") : null}
          {role === "OWNER" ? act("members", "/creators") : null}
          {role === "MEMBER" ? act("leave", "/leave", true) : null}
          {role === "PENDING" ? act("withdraw", "/leave", true) : null}
        </p>
      </div>
    </li>
  );
}
