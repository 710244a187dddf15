export interface DemoEvent {
  readonly en: { readonly title: string; readonly text: string };
  readonly de: { readonly title: string; readonly text: string };
}

export const demoEvent: DemoEvent = {
  en: {
    title: "Weeks of small lights",
    text: "The evenings are long, and somebody made them shorter for you. Until the new year, leave a light with those who kept you company: a tip, a word, or both.",
  },
  de: {
    title: "Wochen der kleinen Lichter",
    text: "Die Abende sind lang, und irgendwer hat sie dir kürzer gemacht. Lass bis Neujahr ein Licht bei denen, die dir Gesellschaft leisten: ein Trinkgeld, ein Wort oder beides.",
  },
};
