export default {
  words: {
    words: "Text",
    kind: { ABOUT: "Text about the creator", GOAL: "Goal" },
    shown: "On the page now",
    nothing: "nothing",
    page: "What the page shows",
    acceptText: "It appears on the page.",
    declineText: "The page stays as it is.",
    reasonHelp: "Shown to the creator. Up to {{rule.reason_maximum}} characters.",
  },
  page: {
    title: "Page of {{name}}",
    link: "Texts and supporters",
    removeAbout: "Remove text",
    removeGoal: "Remove goal",
    removeText: "Removed at once. The same words need a review next time.",
    removeFan: "Remove from the page",
    fans: "Recent supporters",
    noFans: "No supporters.",
    done: {
      removed: "Removed from the page.",
      taken_off: "Removed from the page.",
      gone: "Already gone.",
    },
  },
} as const;
