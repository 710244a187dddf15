import type en from "../en/api.ts";
import type { Translation } from "../shape.ts";

export default {
  title: "Die API",
  intro:
    "Für deine eigenen Programme: alles, was Fans und Kreative auf den Seiten tun können, als JSON über HTTPS. Dasselbe gibt es als [OpenAPI-Dokument](/api/openapi.json).",
  example: "Ein Trinkgeld: erst der Preis, dann das Trinkgeld selbst, mit Zustimmung zu genau diesem Preis.",
  exampleCode: "Zwei Aufrufe mit curl",
  about: {
    signIn: {
      title: "Anmelden",
      text: "POST /api/login liefert ein Zugangstoken für den Header Authorization: Bearer und ein Refresh-Token, mit dem du bei POST /oauth/token ein neues Paar bekommst. Kommt ein Refresh-Token ein zweites Mal, endet die Sitzung. Fans brauchen beides nicht. Seiten dieser Website können stattdessen mit ihrer Sitzung aufrufen.",
    },
    answers: {
      title: "Antworten",
      text: "Was du abfragst, steht unter data; bei Listen nennt meta daneben die Seite und die nächste, am Ende null. Felder, die ein Aufruf nicht kennt, werden ignoriert. Texte kommen in der Sprache von Accept-Language (de oder en), sonst auf Englisch. Beträge sind Dezimalzahlen mit Punkt; daneben stehen ganze Untereinheiten (Cent) in einem Feld, das auf _minor endet.",
    },
    refusals: {
      title: "Ablehnungen",
      text: "Eine Ablehnung hat eine message für Menschen, einen code für Programme und errors je Feld. 401: nicht angemeldet. 403: nicht erlaubt. 404: gibt es nicht oder gehört dir nicht. 409: passt nicht zum jetzigen Stand. 413: zu groß. 422: Felder sind ungültig. 429: zu oft; Retry-After nennt die Sekunden bis zum nächsten Versuch.",
    },
    repeating: {
      title: "Einmal, nicht zweimal",
      text: "Aufrufe, die Geld bewegen, nehmen einen Idempotency-Key an: einen Text, den du dir für jeden Vorgang ausdenkst. Reißt die Verbindung ab, schick denselben Aufruf innerhalb eines Tages mit demselben Schlüssel noch einmal: Er liefert, was der erste bewirkt hat, und nichts wird doppelt bezahlt.",
    },
    sites: {
      title: "Von anderen Websites",
      text: "Seiten anderer Websites lässt der Browser nur dann aufrufen, wenn der Betreiber dieser Plattform sie eingetragen hat. Solche Aufrufe laufen mit Token oder als Gast, nie mit den Cookies dieser Website.",
    },
  },
  groupsTitle: "Alle Aufrufe",
  back: "Alle Aufrufe",
  groups: {
    session: "An- und abmelden",
    registration: "Registrieren",
    profile: "Profil",
    settings: "Einstellungen",
    account_access: "E-Mail, Passwort, Löschung",
    lookups: "Länder, Währungen, Events",
    seller: "Verifizierung und Links",
    mediafiles: "Bilder",
    payments: "Preise und Zahlungen",
    payouts: "Auszahlungen",
    tips: "Trinkgeld geben",
    vouchers: "Gutscheine",
    leaderboard: "Rangliste",
    grouplists: "Gruppen",
    grouplist_members: "Mitglieder von Gruppen",
    received_tips: "Erhaltene Trinkgelder",
    sales: "Einnahmen",
    creators: "Kreative",
    items: "Wünsche",
    tracking: "Aufrufe zählen",
    microblog: "Posts auf X",
  },
  who: {
    anyone: "Für alle offen.",
    user: "Für alle, die angemeldet sind.",
    unlocked: "Für alle, die angemeldet und nicht gesperrt sind.",
    member: "Für Konten mit abgeschlossener Registrierung.",
    creator: "Für Kreative.",
    active: "Für verifizierte Kreative.",
  },
  repeatable: "Nimmt einen Idempotency-Key an.",
  sent: "Was du sendest",
  answered: "Antwort {{status}}",
  empty: "Antwort {{status}}, ohne Inhalt",
  refused: "Ablehnungen",
  needed: "Pflicht",
  places: { path: "in der Adresse", query: "hinter dem ?" },
  types: {
    string: "Text",
    number: "Zahl",
    integer: "ganze Zahl",
    boolean: "true/false",
    uuid: "ID",
    email: "E-Mail-Adresse",
    date: "Tag als JJJJ-MM-TT",
    moment: "Zeitpunkt in UTC",
    binary: "Datei",
    object: "Objekt",
    unknown: "beliebig",
    null: "null",
  },
  list: "Liste",
  choice: "eines von",
  either: "oder",
  calls: {
    postApiLogin: "Ein Zugangstoken für eine Stunde und ein Refresh-Token für {{rule.session_days}} Tage.",
    postOauthToken: "Ein neues Paar Tokens für ein Refresh-Token, das nur einmal gilt.",
    getApiUser: "Wer angemeldet ist. Mit If-None-Match kommt für eine unveränderte Antwort ein 304.",
    postApiLogout: "Beendet die Sitzung mit allen ihren Tokens.",
    postApiLocale: "Merkt sich die gewählte Sprache, für Angemeldete auch im Konto.",
    postApiRegister:
      "Legt ein Konto für Kreative an und meldet den Browser an; ein Programm meldet sich danach selbst an. Dann fehlen noch die Bestätigung, das Profil (POST /api/account) und die Antwort auf die Bedingungen der Verifizierung: Bis dahin lehnen andere Aufrufe mit dem code dessen ab, was fehlt.",
    postApiRegisterConfirm:
      "Bestätigt eine Registrierung mit dem Token aus der Mail, dem Ende des Links darin.",
    postApiRegisterResendMail: "Schickt die Mail zum Bestätigen noch einmal, nach einer Pause.",
    postApiPasswordForgot:
      "Schickt einen Link für ein neues Passwort; die Antwort ist dieselbe, ob es die Adresse gibt oder nicht.",
    postApiPasswordReset: "Ein neues Passwort mit dem Token aus der Mail; alle Sitzungen enden.",
    postApiAccount:
      "Das ganze Profil: Was fehlt, ist danach leer; das Geburtsdatum kommt als drei Zahlen. Ein neues Konto wählt damit Namen und Land.",
    patchApiAccount: "Teile des Profils: Was fehlt, bleibt, wie es ist.",
    deleteApiAccountAvatar: "Entfernt das Profilbild.",
    patchApiAccountRanking: "Ob du in der Rangliste stehst.",
    patchApiAccountCountry: "Das Land, in dem du lebst.",
    patchApiAccountPayoutType: "Auszahlung monatlich (1) oder auf Wunsch (2), aufs Bankkonto oder an Paxum.",
    patchApiAccountSettings: "Einzelne Einstellungen; Beträge in der Währung des Profils, null für keinen.",
    patchApiAccountVerificationTerms: "Die Bedingungen der Verifizierung: angenommen oder vorerst abgelehnt.",
    patchApiAccountCurrency: "Die Währung des Profils; altes Guthaben bleibt in seiner.",
    postApiAccountPassword: "Ein anderes Passwort; alle Sitzungen außer dieser enden.",
    postApiAccountEmail: "Ein Link an die neue Adresse, ein Hinweis an die alte.",
    postApiAccountEmailConfirm:
      "Macht die neue Adresse zu der des Kontos, mit dem Token aus ihrer Mail. Wer nicht mit dem Konto angemeldet ist, bekommt nur die ID.",
    postApiAccountDelete: "Schickt den Link, der das Konto löscht; in jedem Stand und Status.",
    postApiAccountDeleteToken:
      "Löscht das Konto endgültig, mit dem Token aus der Mail. Ein Rest unter jedem Mindestbetrag steht dem im Weg, bis forfeit_balance auf ihn verzichtet.",
    getApiCountries: "Alle Länder mit ihren Namen in deiner Sprache.",
    getApiLocation:
      "Das Land, aus dem der Aufruf wahrscheinlich kommt, wie Formulare es vorauswählen; null, wenn es keins von unseren ist.",
    getApiCurrencies: "Worin Fans zahlen können, und welche Währungen ein Profil haben kann.",
    getApiSpecialEventActive: "Das laufende Event in deiner Sprache, oder null.",
    getApiSellerFeaturedCreators: "Die Kreativen, die auf der Startseite stehen.",
    getApiSellerNewCreators: "Die zuletzt aufgenommenen Kreativen.",
    postApiSeller:
      "Nimmt von den vier Dokumenten die entgegen, die dabei sind, und reicht die Verifizierung ein.",
    patchApiSellerSocialMedia:
      "Namen oder Adressen bei den sieben Netzwerken, jeweils mit _visible; null für keine.",
    postApiMediafiles:
      "Nimmt ein Bild entgegen. Kreative behalten es als ihres; von allen anderen ist ein TRIBUTE_IMAGE das Bild eines Fans zu einem Trinkgeld und bleibt privat. Das Bild einer Gruppe schickt, wem sie gehört; grouplist_id ist ihr Slug, und PATCH /api/grouplist/{slug} setzt es ein. Bei eigenen Bildern sagen x_percent, y_percent und zoom_percent, welcher Ausschnitt zu sehen ist, sonst die Mitte.",
    getApiPaymentFee:
      "Was ein Trinkgeld heute und auf diesem Weg kostet; ohne type gilt die übliche Gebühr. country_id ist hier und überall eine ID aus GET /api/countries.",
    getApiPaymentId: "Was erfahren darf, wer die ID der Zahlung kennt: das Geld, nichts über den Fan.",
    getApiPayouts: "Deine Auszahlungen, die neuesten zuerst.",
    postApiPayoutRequest: "Eine Auszahlung von allem, was verfügbar ist, oder von einem bestimmten Betrag.",
    getApiPayoutDebts:
      "Was du schuldest, nach Währung, und mit welchem Guthaben es sich zum Tageskurs ausgleichen lässt.",
    postApiPayoutSetOffs:
      "Gleicht eine Schuld mit Guthaben in einer anderen Währung aus, genau zu den Beträgen eines Angebots.",
    postApiPayoutdata: "Wohin das Geld künftig gehen soll; der Code zum Bestätigen kommt per Mail.",
    postApiPayoutdataIdConfirm:
      "Bestätigt Zahlungsdaten mit dem Code aus der Mail; danach warten sie auf unsere Prüfung. Eine fremde ID, eine alte und ein falscher Code werden gleich abgelehnt.",
    postApiUserIdTribute:
      "Beginnt ein Trinkgeld für jemanden, mit allem, was sonst die Schritte erfragen, und seine Zahlung: Bezahlt wird unter url, und GET /api/payment/{id} sagt, was daraus wurde. Nötig ist amount oder user_tribute_id, die ID eines Wunsches. charged_minor ist der Preis, dem zugestimmt wurde; ohne ihn gilt der Preis des Augenblicks.",
    postApiGrouplistSlugTribute:
      "Dasselbe für eine Gruppe; sie teilt es unter allen, die dabei sind, oder denen, deren Benutzernamen in creator stehen. Wünsche gibt es hier nicht.",
    postApiVoucherSend:
      "Kauft einen Gutschein: Die Zahlung beginnt, bezahlt wird unter url, und der Link zur Seite mit dem Code kommt per Mail. charged_minor ist der Preis, dem zugestimmt wurde.",
    postApiVoucherCheck:
      "Was ein Code wert ist. Fünf falsche sperren das Konto, oder die Adresse eines Gasts, für eine Stunde.",
    postApiVoucherRedeem:
      "Löst einen Code ein: Das Geld wird gutgeschrieben oder wartet auf die Verifizierung. seen_credit_minor ist der Betrag in der Währung deines Profils, dem zugestimmt wurde.",
    getApiLeaderboardCreators: "Wer in einem Zeitraum wo steht, Seite für Seite; nie mit Beträgen.",
    getApiLeaderboardGrouplists: "Dasselbe für Gruppen.",
    getApiLeaderboardCreatorsHistory:
      "Die Ersten der vergangenen Tage, Wochen oder Monate, die jüngsten zuerst.",
    getApiLeaderboardCreatorsOwnrank: "Der eigene Rang in einem Zeitraum; null ohne Rang.",
    getApiGrouplists:
      "Die Gruppen, die dir gehören, in denen du bist oder bei denen du angefragt hast; alle auf der ersten Seite.",
    postApiGrouplists:
      "Legt eine Gruppe an; andere sehen sie, wenn wir sie geprüft haben. Ihre Währung bleibt.",
    getApiGrouplistsNew: "Die zuletzt freigegebenen Gruppen.",
    getApiGrouplistSlug:
      "Eine Gruppe, wie ihre Seite sie dir zeigt; mit include_additional_data=1 dazu, was der Eigentümer verwaltet.",
    patchApiGrouplistSlug:
      "Einzelne Einstellungen einer eigenen Gruppe. Ein neuer Name oder ein neues Bild wird erst geprüft; invite_url null erneuert den Link; currency nimmt nur den eigenen Wert an.",
    deleteApiGrouplistSlug:
      "Schließt eine eigene Gruppe. Hat sie je Trinkgeld bekommen, wird sie archiviert.",
    deleteApiGrouplistIdAvatar:
      "Entfernt das Bild einer eigenen Gruppe (policy grouplist.avatar.delete); {id} ist ihr Slug.",
    getApiGrouplistInviteSlug:
      "Wohin ein Einladungslink führt; {slug} ist sein Code, nie der öffentliche Slug der Gruppe.",
    postApiGrouplistInviteSlug:
      "Nimmt eine Einladung mit ihrem Code an; danach entscheidet, wem die Gruppe gehört.",
    postApiGrouplistUserId: "Lässt in die eigene Gruppe, wer angefragt hat; {id} ist die der Mitgliedschaft.",
    deleteApiGrouplistUserId:
      "Nimmt ein Mitglied aus der eigenen Gruppe oder lehnt eine Anfrage ab; oder du gehst selbst. Was jemand bekommen hat, bleibt.",
    getApiTributes:
      "Deine Trinkgelder, die neuesten zuerst. Die Nummern der Seiten enden irgendwann; meta.next, als after gesendet, führt von dort weiter und verschiebt sich nicht, wenn neue kommen.",
    getApiTributeId: "Eins deiner Trinkgelder; es anzusehen markiert es nicht als gelesen.",
    postApiTributeIdRead:
      "Markiert ein Trinkgeld als gelesen. Eins, das noch nicht ganz zu sehen ist oder abgelehnt wurde, gibt es hier nicht.",
    postApiTributeIdReply:
      "Dankt dem Fan mit deinen Worten per Mail und markiert das Trinkgeld als gelesen. is_mailed ist false, wenn der Fan keine solchen Mails will: Dann stehen die Worte nur beim Trinkgeld.",
    getApiTributesUsers:
      "Die Fans, die etwas gegeben haben, mit ihren Summen je Währung; die letzten zuerst. Hinter der letzten Nummer geht es mit before weiter, dem last_paid_at am Ende der Seite.",
    getApiSales:
      "Was du bekommen hast, als Geld, das Neueste zuerst: von einem Tag bis zu einem anderen in Berlin, beide eingeschlossen. Die IDs sind die der Trinkgelder.",
    getApiSalesMonths:
      "Die letzten zwölf Monate samt diesem, der älteste zuerst, in jeder Währung, in der etwas kam; was zurückging, ist abgezogen.",
    getApiSalesWeek: "Ebenso die Tage dieser Woche in Berlin, Montag zuerst.",
    getApiUserId:
      "Was alle über jemanden mit einer Seite wissen dürfen: nach ID oder, mit is_username=1, nach Benutzername, auch nach einem, der bis vor Kurzem galt. Unbekannte, verborgene und nicht empfangsbereite Profile sind derselbe 404.",
    postApiUserTributes:
      "Ein neuer Wunsch in der Währung des Profils; mediafile_id ist ein TRIBUTE_IMAGE, das du vorher geschickt hast. Was ein Bild hat oder Worte, die eine Regel aufhält, ist PENDING, bis wir es geprüft haben.",
    getApiUserIdTributes:
      "Wünsche in ihrer Reihenfolge: für Fans die, für die sie etwas geben können; von den eigenen alle.",
    getApiUserTributeId: "Ein Wunsch, für den Fans etwas geben können, oder einer der eigenen.",
    deleteApiUserTributeId: "Löscht einen eigenen Wunsch; Trinkgelder dafür behalten seinen Namen.",
    postApiUserTributeIdOrder:
      "Verschiebt einen eigenen Wunsch an eine Stelle, ab 0 gezählt; hinter der letzten ist er der letzte. Antwortet mit allen Wünschen in der neuen Reihenfolge.",
    getApiTwitter:
      "Die Verknüpfung mit X und die fünf Einstellungen. is_available sagt, ob X hier eingerichtet ist; authorize_url ist da, solange eine PIN erwartet wird.",
    postApiTwitterConnect:
      "Ohne pin beginnt eine Verknüpfung: Bei authorize_url erlaubt man sie, und X zeigt eine PIN. Mit der PIN ist sie fertig. Fünf Versuche in einer Viertelstunde.",
    patchApiTwitterSettings: "Beliebige der fünf Einstellungen; was fehlt, bleibt.",
    postApiTrackingAccess: "Zählt einen Seitenaufruf.",
    postApiTrackingEntity: "Zählt, dass eine Seite oder ein Wunsch angesehen oder geteilt wurde.",
  },
} satisfies Translation<typeof en>;
