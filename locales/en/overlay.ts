export default {
  named: "{{name}} tipped",
  unnamed: "New tip",
  noName: "Anonymous",
  lastSupporters: "Last supporters",
  sample: { name: "Robin", words: "Thank you for the stream! This is a test." },
} as const;
