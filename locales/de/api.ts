import type en from "../en/api.ts";
import type { Translation } from "../shape.ts";

export default {
  title: "API",
  intro:
    "Alles, was Fans und Creator auf den Seiten tun können, als JSON über HTTPS. Auch als [OpenAPI-Dokument](/api/openapi.json).",
  example: "Ein Trinkgeld: erst der Preis, dann das Trinkgeld zu diesem Preis.",
  exampleCode: "Zwei Aufrufe mit curl",
  about: {
    signIn: {
      title: "Anmelden",
      text: "POST /api/login liefert ein Zugangstoken für den Header Authorization: Bearer und ein Refresh-Token für ein neues Paar bei POST /oauth/token. Ein zweimal benutztes Refresh-Token beendet die Sitzung. Fans brauchen beides nicht; Seiten dieser Website können ihre Sitzung nutzen.",
    },
    answers: {
      title: "Antworten",
      text: "Das Ergebnis steht unter data; Listen haben meta mit Seite und nächster Seite (am Ende null). Unbekannte Felder werden ignoriert. Texte folgen Accept-Language (de oder en), sonst Englisch. Beträge sind Dezimalzahlen mit Punkt, dazu ganze Untereinheiten (Cent) in Feldern, die auf _minor enden.",
    },
    refusals: {
      title: "Fehler",
      text: "message für Menschen, code für Programme, errors je Feld. 401: nicht angemeldet. 403: nicht erlaubt. 404: gibt es nicht oder gehört dir nicht. 409: passt nicht zum jetzigen Stand. 413: zu groß. 422: ungültige Felder. 429: zu oft; Retry-After nennt die Sekunden bis zum nächsten Versuch.",
    },
    repeating: {
      title: "Idempotenz",
      text: "Aufrufe, die Geld bewegen, nehmen einen Idempotency-Key an, deinen Text für jeden Vorgang. Wiederhole den Aufruf nach einem Abbruch innerhalb eines Tages mit demselben Schlüssel: Du bekommst die erste Antwort, und nichts wird doppelt bezahlt.",
    },
    sites: {
      title: "Von anderen Websites",
      text: "Andere Websites dürfen im Browser nur aufrufen, wenn der Betreiber sie eingetragen hat; mit Token oder als Gast, nie mit Cookies.",
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
    creators: "Creator",
    items: "Items",
    tracking: "Aufrufe zählen",
    microblog: "Posts auf X",
  },
  who: {
    anyone: "Für alle offen.",
    user: "Für Angemeldete.",
    unlocked: "Für Angemeldete, wenn nicht gesperrt.",
    member: "Für abgeschlossene Registrierungen.",
    creator: "Für Creator.",
    active: "Für verifizierte Creator.",
  },
  repeatable: "Nimmt einen Idempotency-Key an.",
  sent: "Was du sendest",
  answered: "Antwort {{status}}",
  empty: "Antwort {{status}}, ohne Inhalt",
  refused: "Fehler",
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
    getApiUser: "Wer angemeldet ist. If-None-Match gibt unverändert ein 304.",
    postApiLogout: "Beendet die Sitzung mit allen ihren Tokens.",
    postApiLocale: "Setzt die Sprache, für Angemeldete auch im Konto.",
    postApiRegister:
      "Legt ein Konto für Creator an und meldet den Browser an; Programme melden sich danach an. Dann fehlen Bestätigung, Profil (POST /api/account) und Antwort auf die Bedingungen der Verifizierung; bis dahin lehnen andere Aufrufe mit dem code dessen ab, was fehlt.",
    postApiRegisterConfirm: "Bestätigt eine Registrierung mit dem Token am Ende des Links aus der Mail.",
    postApiRegisterResendMail: "Schickt die Mail zum Bestätigen noch einmal, nach einer Pause.",
    postApiPasswordForgot:
      "Mailt einen Link für ein neues Passwort; die Antwort verrät nicht, ob es die Adresse gibt.",
    postApiPasswordReset: "Ein neues Passwort mit dem Token aus der Mail; alle Sitzungen enden.",
    postApiAccount:
      "Das ganze Profil: Fehlende Felder werden geleert; das Geburtsdatum sind drei Zahlen. Setzt Namen und Land neuer Konten.",
    patchApiAccount: "Teile des Profils; der Rest bleibt.",
    deleteApiAccountAvatar: "Entfernt das Profilbild.",
    patchApiAccountRanking: "Rangliste an oder aus.",
    patchApiAccountCountry: "Land des Wohnsitzes.",
    patchApiAccountPayoutType: "Monatlich (1) oder auf Anforderung (2), an Bank oder Paxum.",
    patchApiAccountSettings: "Einzelne Einstellungen; Beträge in der Währung des Profils, null für keinen.",
    patchApiAccountVerificationTerms: "Die Bedingungen der Verifizierung: angenommen oder vorerst abgelehnt.",
    patchApiAccountCurrency: "Die Währung des Profils; altes Guthaben bleibt in seiner.",
    postApiAccountPassword: "Neues Passwort; alle anderen Sitzungen enden.",
    postApiAccountEmail: "Ein Link an die neue Adresse, ein Hinweis an die alte.",
    postApiAccountEmailConfirm:
      "Setzt die neue Adresse mit dem Token aus ihrer Mail. Ohne passende Anmeldung kommt nur die ID.",
    postApiAccountDelete: "Mailt den Link, der das Konto löscht; in jedem Status.",
    postApiAccountDeleteToken:
      "Löscht das Konto endgültig, mit dem Token aus der Mail. Ein Rest unter jedem Mindestbetrag verhindert das, bis forfeit_balance auf ihn verzichtet.",
    getApiCountries: "Alle Länder, in deiner Sprache.",
    getApiLocation: "Das wahrscheinliche Land, wie in Formularen vorausgewählt, oder null.",
    getApiCurrencies: "Währungen für Zahlungen und für Profile.",
    getApiSpecialEventActive: "Das laufende Event in deiner Sprache, oder null.",
    getApiSellerFeaturedCreators: "Creator auf der Startseite.",
    getApiSellerNewCreators: "Die neuesten verifizierten Creator.",
    postApiSeller: "Speichert die mitgeschickten der vier Dokumente und reicht die Verifizierung ein.",
    patchApiSellerSocialMedia:
      "Namen oder Adressen bei sieben Netzwerken, jeweils mit _visible; null für keine.",
    postApiMediafiles:
      "Speichert ein Bild. Creator behalten es; von allen anderen ist ein TRIBUTE_IMAGE das private Bild eines Fans zu einem Trinkgeld. Das Bild einer Gruppe kommt von ihrem Eigentümer, mit ihrem Slug als grouplist_id; PATCH /api/grouplist/{slug} setzt es. x_percent, y_percent und zoom_percent wählen bei eigenen Bildern den Ausschnitt, sonst gilt die Mitte.",
    getApiPaymentFee:
      "Was ein Trinkgeld heute kostet; ohne type mit der üblichen Gebühr. country_id ist immer eine ID aus GET /api/countries.",
    getApiPaymentId: "Das Geld der Zahlung nach ihrer ID, nichts über den Fan.",
    getApiPayouts: "Deine Auszahlungen, die neuesten zuerst.",
    postApiPayoutRequest: "Auszahlung des Betrags, sonst von allem Verfügbaren.",
    getApiPayoutDebts: "Schulden nach Währung und Guthaben, das sie zum Tageskurs ausgleicht.",
    postApiPayoutSetOffs:
      "Gleicht eine Schuld aus anderer Währung aus, genau zu den Beträgen eines Angebots.",
    postApiPayoutdata: "Setzt das Auszahlungskonto; der Code zum Bestätigen kommt per Mail.",
    postApiPayoutdataIdConfirm:
      "Bestätigt Zahlungsdaten mit dem Code aus der Mail; danach prüfen wir sie. Fremde und alte IDs und falsche Codes werden gleich abgelehnt.",
    postApiUserIdTribute:
      "Beginnt ein Trinkgeld für einen Creator und seine Zahlung: Bezahlt wird unter url, das Ergebnis steht in GET /api/payment/{id}. Nötig ist amount oder die ID eines Items als user_tribute_id. charged_minor ist der vereinbarte Preis; ohne ihn gilt der jetzige.",
    postApiGrouplistSlugTribute:
      "Dasselbe für eine Gruppe, geteilt unter allen Mitgliedern oder den Benutzernamen in creator. Ohne Items.",
    postApiVoucherSend:
      "Kauft einen Gutschein: Bezahlt wird unter url, der Link zum Code kommt per Mail. charged_minor ist der vereinbarte Preis.",
    postApiVoucherCheck: "Wert eines Codes. Fünf falsche sperren Konto oder Gastadresse für eine Stunde.",
    postApiVoucherRedeem:
      "Löst einen Code ein: gutgeschrieben sofort oder nach der Verifizierung. seen_credit_minor ist der vereinbarte Betrag in der Währung deines Profils.",
    getApiLeaderboardCreators: "Ränge eines Zeitraums, seitenweise; ohne Beträge.",
    getApiLeaderboardGrouplists: "Dasselbe für Gruppen.",
    getApiLeaderboardCreatorsHistory: "Die ersten drei früherer Tage, Wochen oder Monate, jüngste zuerst.",
    getApiLeaderboardCreatorsOwnrank: "Eigener Rang in einem Zeitraum oder null.",
    getApiGrouplists: "Eigene, beigetretene und angefragte Gruppen, alle auf der ersten Seite.",
    postApiGrouplists: "Legt eine Gruppe an, öffentlich nach der Freigabe. Die Währung bleibt.",
    getApiGrouplistsNew: "Die zuletzt freigegebenen Gruppen.",
    getApiGrouplistSlug:
      "Eine Gruppe, wie du sie siehst; include_additional_data=1 ergänzt, was der Eigentümer verwaltet.",
    patchApiGrouplistSlug:
      "Einzelne Einstellungen einer eigenen Gruppe. Neue Namen und Bilder werden geprüft; invite_url null erneuert den Link; currency nimmt nur den eigenen Wert an.",
    deleteApiGrouplistSlug: "Schließt eine eigene Gruppe; mit Trinkgeld wird sie archiviert.",
    deleteApiGrouplistIdAvatar:
      "Entfernt das Bild einer eigenen Gruppe (policy grouplist.avatar.delete); {id} ist ihr Slug.",
    getApiGrouplistInviteSlug: "Ziel eines Einladungslinks; {slug} ist sein Code, nicht der Slug der Gruppe.",
    postApiGrouplistInviteSlug: "Nimmt eine Einladung mit ihrem Code an; der Eigentümer entscheidet.",
    postApiGrouplistUserId: "Nimmt eine Anfrage an die eigene Gruppe an; {id} ist die der Mitgliedschaft.",
    deleteApiGrouplistUserId:
      "Entfernt ein Mitglied der eigenen Gruppe, lehnt eine Anfrage ab oder verlässt die Gruppe. Bisheriges Trinkgeld bleibt.",
    getApiTributes:
      "Deine Trinkgelder, neueste zuerst. Die Seitennummern enden; dann meta.next als after senden, stabil auch bei neuen.",
    getApiTributeId: "Eins deiner Trinkgelder; markiert es nicht als gelesen.",
    postApiTributeIdRead:
      "Markiert ein Trinkgeld als gelesen. Noch nicht ganz sichtbare und abgelehnte gibt es hier nicht.",
    postApiTributeIdReply:
      "Mailt dem Fan deinen Dank und markiert das Trinkgeld als gelesen. is_mailed ist false, wenn der Fan keine Mails will; dann stehen die Worte beim Trinkgeld.",
    getApiTributesUsers:
      "Fans mit Summen je Währung, letzte zuerst. Hinter der letzten Nummer das letzte last_paid_at der Seite als before senden.",
    getApiSales:
      "Trinkgelder als Geld, neueste zuerst, zwischen zwei Tagen in Berlin, beide eingeschlossen. IDs sind die der Trinkgelder.",
    getApiSalesMonths:
      "Die letzten zwölf Monate mit diesem, ältester zuerst, je Währung, abzüglich Rückflüssen.",
    getApiSalesWeek: "Ebenso die Tage dieser Woche in Berlin, ab Montag.",
    getApiUserId:
      "Öffentliches über einen Creator nach ID oder, mit is_username=1, nach Benutzername, auch einem früheren. Unbekannte, verborgene und nicht empfangsbereite Profile sind derselbe 404.",
    postApiUserTributes:
      "Ein neues Item in der Währung des Profils; mediafile_id ist ein vorher geschicktes TRIBUTE_IMAGE. Mit Bild oder aufgehaltenen Worten ist es PENDING bis zur Prüfung.",
    getApiUserIdTributes: "Items in ihrer Reihenfolge: für Fans die offenen, von den eigenen alle.",
    getApiUserTributeId: "Ein offenes Item oder ein eigenes.",
    deleteApiUserTributeId: "Löscht ein eigenes Item; Trinkgelder behalten seinen Namen.",
    postApiUserTributeIdOrder:
      "Verschiebt ein Item an eine Stelle ab 0; hinter dem Ende ist es das letzte. Antwortet mit allen Items in Reihenfolge.",
    getApiTwitter:
      "Die Verknüpfung mit X und ihre fünf Einstellungen. is_available: ob X eingerichtet ist; authorize_url, solange eine PIN erwartet wird.",
    postApiTwitterConnect:
      "Ohne pin beginnt eine Verknüpfung: erlauben bei authorize_url, wo X eine PIN zeigt. Mit pin ist sie fertig. Fünf Versuche je Viertelstunde.",
    patchApiTwitterSettings: "Beliebige der fünf Einstellungen; der Rest bleibt.",
    postApiTrackingAccess: "Zählt einen Seitenaufruf.",
    postApiTrackingEntity: "Zählt, dass eine Seite oder ein Item angesehen oder geteilt wurde.",
  },
} satisfies Translation<typeof en>;
