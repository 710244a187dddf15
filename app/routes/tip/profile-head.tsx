import type { ReactElement, ReactNode } from "react";
import type { PublicProfile } from "../../domain/users/profile.server.ts";
import { Avatar, hueOf } from "../../ui/components/avatar.tsx";
import { CheckGlyph } from "../../ui/components/icons.tsx";
import { MediaPicture } from "../../ui/components/media-picture.tsx";
import { NameParts } from "../../ui/components/name-parts.tsx";
import { useTexts } from "../../ui/texts.ts";
import { GoalBar, type ShownGoal } from "./goal-bar.tsx";

const LONG_NAME = 18;

export function ProfileHead({
  profile,
  goal,
  children,
}: {
  profile: PublicProfile;
  goal: ShownGoal | null;
  children?: ReactNode;
}): ReactElement {
  const { t } = useTexts("tip");
  const { name } = profile;
  return (
    <>
      <div className="cover" style={{ "--hue": hueOf(name) }}>
        {profile.header ? (
          <MediaPicture
            id={profile.header.id}
            renditions={["s 720w", "m 1600w"]}
            sizes="(min-width: 1120px) 1088px, 100vw"
            width={profile.header.width}
            height={profile.header.height}
          />
        ) : null}
      </div>
      <div>
        <div className="who">
          <Avatar
            name={name}
            avatarId={profile.avatar?.id ?? null}
            isOnline={profile.is_online}
            onlineText={t("profile.online")}
          />
          <div className="who-text">
            <h1 className={name.length > LONG_NAME ? "long" : undefined}>{name}</h1>
            <p>
              <NameParts text={`@${profile.username}`} />
              {profile.is_verified ? (
                <>
                  {" "}
                  <span className="verified">
                    <CheckGlyph size={16} /> {t("profile.verified")}
                  </span>
                </>
              ) : null}
              {profile.is_online ? ` · ${t("profile.online")}` : null}
            </p>
          </div>
        </div>
        {profile.about ? <p className="about">{profile.about}</p> : null}
        {profile.links.length > 0 ? (
          <ul className="links" aria-label={t("profile.links", { name })}>
            {profile.links.map((link) => (
              <li key={link.network}>
                <a href={link.url} rel="noopener nofollow ugc" target="_blank">
                  {link.label}
                </a>
              </li>
            ))}
          </ul>
        ) : null}
        {goal ? <GoalBar goal={goal} /> : null}
        <ul className="facts facts-wide" aria-label={t("profile.facts")}>
          {[t("profile.factWhole", { name }), t("profile.factFee"), t("profile.factAccount")].map((fact) => (
            <li key={fact}>
              <CheckGlyph />
              {fact}
            </li>
          ))}
        </ul>
        {children}
      </div>
    </>
  );
}
