import type { ReactElement, ReactNode } from "react";
import type { PublicProfile, Supporter } from "../../domain/users/profile.server.ts";
import { Avatar, hueOf } from "../../ui/components/avatar.tsx";
import { CheckGlyph } from "../../ui/components/icons.tsx";
import { MediaPicture } from "../../ui/components/media-picture.tsx";
import { NameParts } from "../../ui/components/name-parts.tsx";
import { useTexts } from "../../ui/texts.ts";

const LONG_NAME = 18;
/** Fits one line at 360 px. */
const SHORT_ABOUT = 40;

/** Fits a phone's first screen with the first amounts. */
export function ProfileHead({ profile }: { profile: PublicProfile }): ReactElement {
  const { t } = useTexts("tip");
  const { name, about } = profile;
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
            </p>
          </div>
        </div>
        {about && about.length > SHORT_ABOUT ? (
          <details className="about">
            <summary>
              <span>{about}</span> <b>{t("profile.wholeText")}</b>
            </summary>
          </details>
        ) : about ? (
          <p className="about">{about}</p>
        ) : null}
      </div>
    </>
  );
}

/** Below the amounts on a phone, beside them on a desk. */
export function ProfileMore({
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
    <div className="profile-more">
      {goal ? <GoalBar goal={goal} /> : null}
      {profile.supporters.length > 0 ? <Supporters supporters={profile.supporters} /> : null}
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
      <ul className="facts" aria-label={t("profile.facts")}>
        {[t("profile.factWhole", { name }), t("profile.factFee"), t("profile.factAccount")].map((fact) => (
          <li key={fact}>
            <CheckGlyph />
            {fact}
          </li>
        ))}
      </ul>
      {children}
      <p className="help report">
        <a href={`/report?address=/${profile.username}`}>{t("profile.report")}</a>
      </p>
    </div>
  );
}

export interface ShownGoal {
  title: string;
  percent: number;
  reached: string;
  amount: string;
  isMonthly: boolean;
}

export function GoalBar({ goal }: { goal: ShownGoal }): ReactElement {
  const { t } = useTexts("tip");
  const sum = t(goal.isMonthly ? "goal.monthly" : "goal.sum", { reached: goal.reached, amount: goal.amount });
  return (
    <section className="goal" aria-labelledby="goal-title">
      <h2 id="goal-title">{goal.title}</h2>
      <progress value={goal.percent} max={100} aria-labelledby="goal-title" aria-describedby="goal-sum" />
      <p id="goal-sum">
        <b>{sum}</b> {goal.percent === 100 ? t("goal.done") : null}
      </p>
    </section>
  );
}

export function Supporters({ supporters }: { supporters: readonly Supporter[] }): ReactElement {
  const { t } = useTexts("tip");
  return (
    <section className="supporters" aria-labelledby="supporters">
      <h2 id="supporters">{t("supporters.title")}</h2>
      <ul>
        {[...supporters.entries()].map(([place, { name, words }]) => (
          <li key={place}>
            {words ? <blockquote>{words}</blockquote> : null}
            <p>{name ?? t("summary.anonymous")}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
