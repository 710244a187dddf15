import type { SubmissionResult } from "@conform-to/react";
import { Avatar } from "../../ui/components/avatar.tsx";
import { ErrorSummary } from "../../ui/components/error-summary.tsx";
import { GroupAvatar } from "../../ui/components/group-avatar.tsx";
import { MainButton, MainLink, SecondLink } from "../../ui/components/main-button.tsx";
import { NameParts } from "../../ui/components/name-parts.tsx";
import { Title } from "../../ui/components/title.tsx";
import { useFeatures } from "../../ui/shells/layout-data.ts";
import { shownForm } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";

interface InvitedGroup {
  code: string;
  slug: string;
  name: string | null;
  avatar_id: string | null;
  currency: string;
  hasList: boolean;
  creators: readonly { username: string; name: string; avatar_id: string | null }[];
}

type State =
  | ("none" | "unknown" | "off" | "full")
  | ("not_signed_in" | "operator" | "owing" | "locked" | "not_active" | "open")
  | ("waiting" | "member" | "owner");

export function InvitationPage({
  title,
  state,
  group,
  note,
  lastResult,
}: {
  title: string;
  state: State;
  group: InvitedGroup | null;
  note: string | null;
  lastResult: SubmissionResult<string[]> | undefined;
}) {
  const { t } = useTexts("grouplists");
  const [form] = shownForm<Record<never, never>>({ id: "invitation", lastResult });
  const heading = group?.name
    ? t("invitation.heading", { group: group.name })
    : t("invitation.headingUnnamed");
  return (
    <div className="plain-page invited">
      <ErrorSummary formId={form.id} errors={form.allErrors} />
      {note === null ? null : (
        <p className="note" role="status" data-toast="">
          {note}
        </p>
      )}
      {group ? (
        <>
          <GroupAvatar name={group.name} avatarId={group.avatar_id} />
          <Title order={1}>
            <NameParts text={heading} />
          </Title>
          <p>{t("invitation.text")}</p>
          <p className="help">{t("invitation.currency", { currency: group.currency })}</p>
          <Faces creators={group.creators} />
        </>
      ) : (
        <Title order={1}>{title}</Title>
      )}
      <Answer state={state} group={group} />
      <p className="help">
        <a href="/faq">{t("invitation.faq")}</a>
      </p>
    </div>
  );
}

function Faces({ creators }: { creators: InvitedGroup["creators"] }) {
  const { t } = useTexts("grouplists");
  if (creators.length === 0) return null;
  return (
    <>
      <Title order={2}>{t("invitation.already")}</Title>
      <ul className="group-faces">
        {creators.map((creator) => (
          <li key={creator.username}>
            <a href={`/${creator.username}`}>
              <Avatar name={creator.name} avatarId={creator.avatar_id} small />
              <span>
                <NameParts text={creator.name} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

const WAYS: Partial<
  Record<State, readonly [href: string, text: "toVerification" | "toReason" | "toPayouts" | "toGroups"]>
> = {
  not_active: ["/account/verification", "toVerification"],
  locked: ["/account/locked", "toReason"],
  owing: ["/payout", "toPayouts"],
  waiting: ["/grouplists", "toGroups"],
  member: ["/grouplists", "toGroups"],
  owner: ["/grouplists", "toGroups"],
};

function Answer({ state, group }: { state: State; group: InvitedGroup | null }) {
  const { t } = useTexts("grouplists");
  const { registration } = useFeatures();
  if (state === "open" && group)
    return (
      <form method="post" action={`/gl/invite/${group.code}`} className="fields">
        <p className="help">{t("invitation.afterwards")}</p>
        <MainButton>{t("invitation.accept")}</MainButton>
      </form>
    );
  if (state === "not_signed_in" && group)
    return (
      <>
        <p>{t("invitation.notSignedIn")}</p>
        <div className="actions">
          <MainLink href={`/login?return_to=${encodeURIComponent(`/gl/invite/${group.code}`)}`}>
            {t("invitation.login")}
          </MainLink>
          {registration === "open" ? (
            <SecondLink href="/register">{t("invitation.register")}</SecondLink>
          ) : null}
        </div>
      </>
    );
  const message = state === "open" || state === "not_signed_in" ? "unknown" : state;
  const way = WAYS[message]?.[0] === "/grouplists" && !group?.hasList ? undefined : WAYS[message];
  return (
    <>
      <p>{t(`invitation.${message}`)}</p>
      {way ? (
        <div className="actions">
          <MainLink href={way[0]}>{t(`invitation.${way[1]}`)}</MainLink>
        </div>
      ) : null}
    </>
  );
}
