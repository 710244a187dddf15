export default {
  words: {
    words: "Text",
    kind: { ABOUT: "Text about the creator", GOAL: "Goal" },
    shown: "On the page now",
    nothing: "nothing",
    page: "What the page shows",
    acceptText: "It appears on the creator's page from now on.",
    declineText: "The page keeps what it shows now.",
    reasonHelp: "The creator reads it. At most {{rule.reason_maximum}} characters.",
  },
  page: {
    title: "Page of {{name}}",
    link: "Texts and supporters on the page",
    removeAbout: "Remove the text",
    removeGoal: "Remove the goal",
    removeText:
      "It disappears from the page at once. The same words need a review if the creator sends them again.",
    removeFan: "Remove from the page",
    fans: "Recent supporters",
    noFans: "No supporter is shown.",
    done: {
      removed: "Removed from the page.",
      taken_off: "Removed from the page.",
      gone: "It was gone already.",
    },
  },
} as const;
