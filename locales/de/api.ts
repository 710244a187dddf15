import type en from "../en/api.ts";
import type { Translation } from "../shape.ts";

export default {
  title: "API",
  intro: "Alles für Fans und Creator, als JSON über HTTPS. Auch als [OpenAPI-Dokument](/api/openapi.json).",
  example: "Ein Trinkgeld: erst der Preis, dann das Trinkgeld.",
  exampleCode: "Zwei Aufrufe mit curl",
  about: {
    signIn: {
      title: "Anmelden",
      text: "POST /api/login liefert ein Zugangstoken (Authorization: Bearer) und ein Refresh-Token für ein neues Paar bei POST /oauth/token. Zweimal benutzt, beendet es die Sitzung. Fans brauchen keins; Seiten dieser Website können ihre Sitzung nutzen. Für eigene Programme erstellen Creator API-Schlüssel (/account/api), für die Aufrufe, die ihren Scope nennen.",
    },
    answers: {
      title: "Antworten",
      text: "Ergebnis in data; Listen haben meta mit Seite und nächster Seite (am Ende null). Unbekannte Felder werden ignoriert. Texte folgen Accept-Language (de, en), sonst Englisch. Beträge sind Dezimalzahlen mit Punkt, in _minor-Feldern ganze Untereinheiten (Cent).",
    },
    refusals: {
      title: "Fehler",
      text: "message für Menschen, code für Programme, errors je Feld. 401: nicht angemeldet. 403: nicht erlaubt. 404: fehlt oder gehört dir nicht. 409: passt nicht zum Stand. 413: zu groß. 422: ungültige Felder. 429: zu oft; Retry-After nennt die Sekunden.",
    },
    repeating: {
      title: "Idempotenz",
      text: "Aufrufe, die Geld bewegen, nehmen einen Idempotency-Key, deinen Text für jeden Vorgang. Binnen eines Tages wiederholt, gibt derselbe Schlüssel die erste Antwort; nichts wird doppelt bezahlt.",
    },
    sites: {
      title: "Von anderen Websites",
      text: "Andere Websites nur, wenn der Betreiber sie eingetragen hat; mit Token oder als Gast, nie mit Cookies.",
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
    webhooks: "Webhooks",
  },
  who: {
    anyone: "Für alle offen.",
    user: "Für Angemeldete.",
    unlocked: "Für Angemeldete, wenn nicht gesperrt.",
    member: "Für abgeschlossene Registrierungen.",
    creator: "Für Creator.",
    active: "Für verifizierte Creator.",
  },
  scope: "Nimmt API-Schlüssel mit {{scope}}.",
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
    postApiLogin: "Zugangstoken für eine Stunde, Refresh-Token für {{rule.session_days}} Tage.",
    postOauthToken: "Neue Tokens für ein Refresh-Token, einmalig.",
    getApiUser: "Wer angemeldet ist. If-None-Match gibt unverändert ein 304.",
    postApiLogout: "Beendet die Sitzung samt Tokens.",
    postApiLocale: "Setzt die Sprache, angemeldet auch im Konto.",
    postApiRegister:
      "Legt ein Creator-Konto an und meldet den Browser an; Programme melden sich danach an. Dann fehlen Bestätigung, Profil (POST /api/account) und Bedingungen der Verifizierung; bis dahin lehnen andere Aufrufe ab, mit dem code des Fehlenden.",
    postApiRegisterConfirm: "Bestätigt mit dem Token am Ende des Maillinks.",
    postApiRegisterResendMail: "Schickt die Bestätigungsmail noch einmal, nach einer Pause.",
    postApiPasswordForgot: "Mailt einen Link für ein neues Passwort; die Antwort verrät keine Adressen.",
    postApiPasswordReset: "Neues Passwort mit dem Token der Mail; alle Sitzungen enden.",
    postApiAccount:
      "Ganzes Profil: Fehlende Felder werden geleert; Geburtsdatum in drei Zahlen. Setzt Namen und Land neuer Konten.",
    patchApiAccount: "Teile des Profils.",
    deleteApiAccountAvatar: "Entfernt das Profilbild.",
    patchApiAccountRanking: "Rangliste an oder aus.",
    patchApiAccountCountry: "Land des Wohnsitzes.",
    patchApiAccountPayoutType: "Monatlich (1) oder auf Anforderung (2), an Bank oder Paxum.",
    patchApiAccountSettings: "Einzelne Einstellungen; Beträge in Profilwährung, null für keinen.",
    patchApiAccountVerificationTerms: "Bedingungen der Verifizierung: angenommen oder vorerst abgelehnt.",
    patchApiAccountCurrency: "Profilwährung; altes Guthaben bleibt in seiner.",
    postApiAccountPassword: "Neues Passwort; alle anderen Sitzungen enden.",
    postApiAccountEmail: "Link an die neue Adresse, Hinweis an die alte.",
    postApiAccountEmailConfirm:
      "Setzt die neue Adresse mit dem Token der Mail. Ohne passende Anmeldung kommt nur die ID.",
    postApiAccountDelete: "Mailt den Löschlink; in jedem Status.",
    postApiAccountDeleteToken:
      "Löscht das Konto endgültig, mit dem Token der Mail. Ein Rest unter jedem Mindestbetrag braucht forfeit_balance: Er verfällt.",
    getApiCountries: "Alle Länder, in deiner Sprache.",
    getApiLocation: "Wahrscheinliches Land oder null.",
    getApiCurrencies: "Währungen für Zahlungen und für Profile.",
    getApiSpecialEventActive: "Laufendes Event in deiner Sprache, oder null.",
    getApiSellerFeaturedCreators: "Creator auf der Startseite.",
    getApiSellerNewCreators: "Die neuesten verifizierten Creator.",
    postApiSeller: "Speichert die mitgeschickten Dokumente und reicht die Verifizierung ein.",
    patchApiSellerSocialMedia: "Namen oder Adressen bei sieben Netzwerken, je mit _visible; null für keine.",
    postApiMediafiles:
      "Speichert ein Bild. Creator behalten es; sonst ist ein TRIBUTE_IMAGE das private Bild eines Fans. Gruppenbilder schickt der Eigentümer mit dem Slug als grouplist_id; PATCH /api/grouplist/{slug} setzt sie. x_percent, y_percent und zoom_percent schneiden eigene zu, sonst gilt die Mitte.",
    getApiPaymentFee:
      "Was ein Trinkgeld heute kostet; ohne type mit der üblichen Gebühr. country_id ist immer eine ID aus GET /api/countries.",
    getApiPaymentId: "Das Geld der Zahlung nach ihrer ID, nichts über den Fan.",
    getApiPayouts: "Deine Auszahlungen, die neuesten zuerst.",
    postApiPayoutRequest: "Auszahlung des Betrags, sonst von allem Verfügbaren.",
    getApiPayoutDebts: "Schulden nach Währung, mit Guthaben zum Ausgleich zum Tageskurs.",
    postApiPayoutSetOffs: "Gleicht eine Schuld aus anderer Währung aus, zu den Beträgen eines Angebots.",
    postApiPayoutdata: "Setzt das Auszahlungskonto; der Code kommt per Mail.",
    postApiPayoutdataIdConfirm:
      "Bestätigt mit dem Code der Mail; danach prüfen wir. Fremde und alte IDs und falsche Codes werden gleich abgelehnt.",
    postApiUserIdTribute:
      "Beginnt Trinkgeld und Zahlung: bezahlen unter url, Ergebnis in GET /api/payment/{id}. Braucht amount oder eine Item-ID als user_tribute_id. charged_minor ist der vereinbarte Preis, sonst gilt der jetzige.",
    postApiGrouplistSlugTribute:
      "Ebenso für Gruppen, geteilt unter allen Mitgliedern oder den Benutzernamen in creator. Ohne Items.",
    postApiVoucherSend:
      "Kauft einen Gutschein: bezahlen unter url, Link zum Code per Mail. charged_minor ist der vereinbarte Preis.",
    postApiVoucherCheck: "Wert eines Codes. Fünf falsche sperren Konto oder Gastadresse für eine Stunde.",
    postApiVoucherRedeem:
      "Löst einen Code ein, gutgeschrieben sofort oder nach der Verifizierung. seen_credit_minor ist der vereinbarte Betrag in Profilwährung.",
    getApiLeaderboardCreators: "Ränge eines Zeitraums, seitenweise; ohne Beträge.",
    getApiLeaderboardGrouplists: "Dasselbe für Gruppen.",
    getApiLeaderboardCreatorsHistory: "Erste drei früherer Tage, Wochen oder Monate, jüngste zuerst.",
    getApiLeaderboardCreatorsOwnrank: "Eigener Rang in einem Zeitraum oder null.",
    getApiGrouplists: "Eigene, beigetretene und angefragte Gruppen, alle auf Seite eins.",
    postApiGrouplists: "Legt eine Gruppe an, öffentlich nach der Freigabe. Die Währung bleibt.",
    getApiGrouplistsNew: "Die zuletzt freigegebenen Gruppen.",
    getApiGrouplistSlug:
      "Eine Gruppe, wie du sie siehst; include_additional_data=1 ergänzt Daten des Eigentümers.",
    patchApiGrouplistSlug:
      "Einstellungen einer eigenen Gruppe. Neue Namen und Bilder werden geprüft; invite_url null erneuert den Link; currency bleibt.",
    deleteApiGrouplistSlug: "Schließt eine eigene Gruppe; mit Trinkgeld wird sie archiviert.",
    deleteApiGrouplistIdAvatar:
      "Entfernt das Bild einer eigenen Gruppe (policy grouplist.avatar.delete); {id} ist ihr Slug.",
    getApiGrouplistInviteSlug: "Ziel eines Einladungslinks; {slug} ist sein Code.",
    postApiGrouplistInviteSlug: "Nimmt eine Einladung an; der Eigentümer entscheidet.",
    postApiGrouplistUserId: "Nimmt eine Anfrage an; {id} ist die der Mitgliedschaft.",
    deleteApiGrouplistUserId:
      "Entfernt ein Mitglied, lehnt eine Anfrage ab oder verlässt die Gruppe. Bisheriges Trinkgeld bleibt.",
    getApiTributes:
      "Deine Trinkgelder, neueste zuerst. Nach der letzten Seitennummer meta.next als after senden.",
    getApiTributeId: "Ein Trinkgeld; bleibt ungelesen.",
    postApiTributeIdRead: "Markiert ein Trinkgeld als gelesen; nur ganz sichtbare.",
    postApiTributeIdReply:
      "Mailt dem Fan deinen Dank, markiert als gelesen. is_mailed ist false, wenn der Fan keine Mails will; dann stehen die Worte beim Trinkgeld.",
    getApiTributesMonthly: "Monatliche Trinkgelder auflisten",
    getApiTributesUsers:
      "Fans mit Summen je Währung, letzte zuerst. Nach der letzten Seitennummer das letzte last_paid_at als before senden.",
    getApiSales:
      "Trinkgelder als Geld, neueste zuerst, zwischen zwei Berliner Tagen (einschließlich). IDs der Trinkgelder.",
    getApiSalesMonths: "Letzte zwölf Monate mit diesem, ältester zuerst, je Währung, abzüglich Rückflüssen.",
    getApiSalesWeek: "Ebenso die Tage dieser Woche in Berlin, ab Montag.",
    getApiUserId:
      "Öffentliches über einen Creator nach ID oder, mit is_username=1, nach Benutzername, auch einem früheren. Unbekannte, verborgene und nicht empfangsbereite: 404.",
    postApiUserTributes:
      "Neues Item in Profilwährung; mediafile_id ist ein vorher geschicktes TRIBUTE_IMAGE. Mit Bild oder aufgehaltenen Worten PENDING bis zur Prüfung.",
    getApiUserIdTributes: "Items in Reihenfolge: für Fans die offenen, eigene alle.",
    getApiUserTributeId: "Ein offenes Item oder ein eigenes.",
    deleteApiUserTributeId: "Löscht ein eigenes Item; Trinkgelder behalten seinen Namen.",
    postApiUserTributeIdOrder:
      "Verschiebt ein Item an eine Stelle ab 0, sonst ans Ende. Antwort: alle Items.",
    getApiTwitter:
      "Verknüpfung mit X und fünf Einstellungen. is_available: X ist eingerichtet; authorize_url: eine PIN wird erwartet.",
    postApiTwitterConnect:
      "Ohne pin beginnt die Verknüpfung bei authorize_url, wo X eine PIN zeigt; mit pin ist sie fertig. Fünf Versuche je Viertelstunde.",
    patchApiTwitterSettings: "Einzelne der fünf Einstellungen.",
    getApiWebhooks: "Deine Webhooks, ohne ihre Geheimnisse.",
    postApiWebhooks:
      "Neuer Webhook; sein Geheimnis steht nur in dieser Antwort. Sitzungen schicken auch das Passwort.",
    patchApiWebhooksId:
      "Schaltet einen Webhook ein oder aus; was inzwischen geschieht, wird nicht geschickt.",
    deleteApiWebhooksId: "Entfernt einen Webhook mit seinen Zustellungen.",
    postApiWebhooksIdSecret:
      "Neues Geheimnis; das alte gilt daneben bis zum genannten Zeitpunkt. Sitzungen schicken auch das Passwort.",
    getApiWebhooksIdDeliveries: "Die letzten Zustellungen mit ihren Antworten.",
    postApiWebhooksIdTest: "Schickt ein Ereignis ohne Inhalt.",
    postApiWebhooksIdDeliveriesDeliveryAgain: "Schickt eine Zustellung noch einmal, mit derselben ID.",
    postApiTrackingAccess: "Zählt einen Seitenaufruf.",
    postApiTrackingEntity: "Zählt Ansehen oder Teilen von Seite oder Item.",
  },
} satisfies Translation<typeof en>;
