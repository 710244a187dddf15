import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Link, useFetcher } from "react-router";
import type { OwnGroup } from "../../domain/grouplists/own-groups.server.ts";
import { GroupAvatar } from "../../ui/components/group-avatar.tsx";
import { ConfirmLink } from "./confirm-link.tsx";
import { useQuestions } from "./questions.ts";

export type ShownGroup = Omit<OwnGroup, "owner_id" | "created_at"> & { title: string };

export function GroupRow({ group }: { group: ShownGroup }): ReactElement | null {
  const { t } = useTranslation("grouplists");
  const questions = useQuestions();
  const leaving = useFetcher();
  const { slug, title, role, status } = group;
  // Optimistic: the row returns when the server refuses.
  if (leaving.state !== "idle") return null;
  const named = (name: "open" | "edit" | "members" | "leave" | "withdraw") => ({
    "aria-label": t("actOf", { act: t(`acts.${name}`), group: title }),
    children: t(`acts.${name}`),
  });
  const isMember = role === "MEMBER";
  const leave = named(isMember ? "leave" : "withdraw");
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
          <a href={`/gl/${slug}`} {...named("open")} />
          {role === "OWNER" ? (
            <>
              <Link to={`/gl/${slug}/edit`} {...named("edit")} />
              <Link to={`/gl/${slug}/creators`} {...named("members")} />
            </>
          ) : (
            <ConfirmLink
              to={`/gl/${slug}/leave`}
              question={questions.leave(isMember, title)}
              fetcher={leaving}
              label={leave["aria-label"]}
            >
              {leave.children}
            </ConfirmLink>
          )}
        </p>
      </div>
    </li>
  );
}
