import {
  acceptGroup,
  declineGroup,
  findGroupReview,
  listGroupReviews,
} from "../../../domain/grouplists/group-reviews.server.ts";
import { acceptGroupForm, declineGroupForm } from "../../../domain/grouplists/grouplist.schema.ts";
import { form, pageActs } from "../acts.server.ts";
import type { Desk } from "../desk.server.ts";
import type { Chip, ShownFact } from "../page-parts.tsx";
import { decides, type ReviewKind, shownDecision } from "./review-kind.server.ts";
import type { ShownReview } from "./review-parts.tsx";

const decide = decides("groups");

type Group = NonNullable<Awaited<ReturnType<typeof findGroupReview>>>;

const chipOf = ({ t }: Desk, { status }: Pick<Group, "status">): Chip => ({
  status: status === "APPROVED" ? "ACTIVE" : status,
  text: t(`grouplists:states.${status}`),
});

function factsOf({ t, moment }: Desk, group: Group): ShownFact[] {
  const isChange = group.status === "APPROVED";
  const newName: ShownFact[] = isChange ? [[t("grouplists:admin.newName"), group.new_name]] : [];
  return [
    [
      t(isChange ? "grouplists:admin.shown" : "grouplists:admin.name"),
      group.name ?? t("grouplists:admin.none"),
    ],
    ...newName,
    [t("grouplists:admin.currency"), group.currency],
    [t("admin:model.title"), t(`changes:models.${group.money_model}`)],
    [t("grouplists:admin.since"), moment(group.review_since ?? group.created_at)],
  ];
}

async function find(desk: Desk, id: string): Promise<ShownReview | null> {
  const { services, t } = desk;
  const group = await findGroupReview(services.db, id);
  if (!group) return null;
  const { slug, owner, has_avatar, has_new_avatar, review_since, seen } = group;
  const picture = (which: "old" | "new") => ({
    address: `/admin/reviews/groups/${id}/pictures/${which}`,
    alt: t(which === "old" ? "grouplists:admin.picture" : "grouplists:admin.newPicture"),
  });
  const last = shownDecision(desk, group);
  return {
    id,
    title: t("grouplists:admin.reviewTitle", { slug }),
    chip: chipOf(desk, group),
    subject: owner === null ? null : { text: `@${owner.username}`, href: `/admin/users/${owner.id}` },
    cards: [
      {
        title: t("grouplists:admin.card"),
        facts: factsOf(desk, group),
        pictures: [...(has_avatar ? [picture("old")] : []), ...(has_new_avatar ? [picture("new")] : [])],
      },
    ],
    forms:
      review_since === null
        ? null
        : {
            acceptText: t("grouplists:admin.acceptText"),
            declineText: t("grouplists:admin.declineText"),
            reasonHelp: t("grouplists:admin.reasonHelp"),
            hidden: { seen },
          },
    decision: review_since === null ? (last ?? [t("grouplists:admin.nothing")]) : last,
  };
}

const action = pageActs({
  accept: form(acceptGroupForm, async ({ services, id, operator_id }, { seen }) =>
    decide(id, () => acceptGroup(services, { group_id: id, operator_id, seen })),
  ),
  decline: form(declineGroupForm, async ({ services, id, operator_id }, given) =>
    decide(id, () => declineGroup(services, { group_id: id, operator_id, ...given })),
  ),
});

export const groups: ReviewKind = {
  list: async (desk, page) => {
    const { groups: found, next } = await listGroupReviews(desk.services.db, page);
    const { t } = desk;
    return {
      next,
      reviews: found.map((group) => ({
        ...{ id: group.id, amount: "–", left: null, chip: chipOf(desk, group) },
        name: group.new_name ?? group.name ?? group.slug,
        by:
          group.owner === null
            ? t("admin:reviews.ofNobody")
            : t("grouplists:admin.of", { name: group.owner.username }),
        why: t(group.status === "APPROVED" ? "grouplists:admin.kind.change" : "grouplists:admin.kind.new"),
        since: group.review_since ?? group.created_at,
      })),
    };
  },
  find,
  action,
};
