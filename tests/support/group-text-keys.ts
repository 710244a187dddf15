const words = (text: string): readonly string[] => text.split(" ");

const NEWS = words(
  "asked left approved declined removed deleted group_approved group_declined change_approved change_declined inherited",
);

/** The keys of groups' texts that are put together while the program runs. */
export const GROUP_KEYS: Record<string, readonly string[]> = {
  "grouplists:page.own.*": ["PENDING", "DECLINED"],
  "mail:grouplistNews.subject.*": NEWS,
  "mail:grouplistNews.text.*": NEWS,
  "mail:grouplistNews.open.*": ["creators", "edit", "page", "list"],
  "grouplists:roles.*": ["OWNER", "PENDING", "MEMBER"],
  "grouplists:states.*": ["PENDING", "APPROVED", "DECLINED"],
  "grouplists:acts.*": ["open", "edit", "members", "leave", "withdraw"],
  "grouplists:done.*": words(
    "created saved in_review removed invites_on invites_off renewed ranking_on ranking_off approved declined removed_member left withdrawn deleted decided",
  ),
  "grouplists:members.*": ["approve", "decline", "remove"],
  "grouplists:members.*Title": ["approve", "decline", "remove"],
  "grouplists:members.*Text": ["approve", "decline", "remove"],
  "grouplists:invitation.*": words(
    "none unknown off full operator owing locked not_active waiting member owner toVerification toReason toPayouts toGroups",
  ),
};

/** The same of the leaderboard's. */
export const LEADERBOARD_KEYS: Record<string, readonly string[]> = {
  "leaderboard:kinds.*": ["creators", "grouplists"],
  "leaderboard:ranges.*": ["month", "30days", "day"],
  "leaderboard:empty.*": ["month", "30days", "day"],
  "leaderboard:intervals.*": ["day", "week", "month"],
  "leaderboard:own.*": ["off", "none", "notActive", "owing"],
  "leaderboard:move.*": ["up", "down"],
  "leaderboard:done.*": ["country_saved", "ranking_on", "ranking_off"],
};
