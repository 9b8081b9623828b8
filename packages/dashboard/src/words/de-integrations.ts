/** German: what a store can be connected to, and the settings of each. */

const mail = {
  'Sends the store’s e-mails through its own mail server':
    'Sendet die E-Mails des Ladens über dessen eigenen Mailserver',
  'Sends the store’s e-mails by SendGrid’s API, and learns of bounces and complaints':
    'Sendet die E-Mails des Ladens über die API von SendGrid und erfährt von Rückläufern und Beschwerden',
  'Sends the store’s e-mails by Postmark’s API, and learns of bounces and complaints':
    'Sendet die E-Mails des Ladens über die API von Postmark und erfährt von Rückläufern und Beschwerden',
  'Sends the store’s e-mails by the API of Amazon SES, and learns of bounces and complaints':
    'Sendet die E-Mails des Ladens über die API von Amazon SES und erfährt von Rückläufern und Beschwerden',
  'Sends the store’s e-mails by Mailgun’s API, and learns of bounces and complaints':
    'Sendet die E-Mails des Ladens über die API von Mailgun und erfährt von Rückläufern und Beschwerden',
  'The mail server': 'Der Mailserver',
  'Its port: 465 begins encrypted, 587 becomes so':
    'Sein Port: 465 beginnt verschlüsselt, 587 wechselt zur Verschlüsselung',
  'The name to log in with': 'Der Name für die Anmeldung',
  'The password; with ses-region the secret key of an access key, whose id is the user':
    'Das Passwort; mit ses-region der geheime Schlüssel eines Zugriffsschlüssels, dessen ID der Name ist',
  'Amazon SES: the region for which the password is made': 'Amazon SES: die Region, für die das Passwort gilt',
  'The address that e-mails come from': 'Die Adresse, von der E-Mails kommen',
  'The name before it; the store’s own without one': 'Der Name davor; ohne Angabe der des Ladens',
  'An API key with the permission Mail Send': 'Ein API-Schlüssel mit der Berechtigung „Mail Send“',
  'The verification key of the Event Webhook': 'Der Prüfschlüssel des Event Webhook',
  'The verification key of the Event Webhook; without it no reports are accepted':
    'Der Prüfschlüssel des Event Webhook; ohne ihn werden keine Berichte angenommen',
  'Another address of SendGrid’s API (https://api.eu.sendgrid.com, a proxy)':
    'Eine andere Adresse der API von SendGrid (https://api.eu.sendgrid.com, ein Proxy)',
  'The server’s API token': 'Das API-Token des Servers',
  'The message stream: a transactional one': 'Der Message Stream: ein transaktionaler',
  'The name that its webhook logs in with; without it no reports are accepted':
    'Der Name, mit dem sich der Webhook anmeldet; ohne ihn werden keine Berichte angenommen',
  'The password that its webhook logs in with': 'Das Passwort, mit dem sich der Webhook anmeldet',
  'Another address of Postmark’s API (a proxy)': 'Eine andere Adresse der API von Postmark (ein Proxy)',
  'The id of an access key that may call ses:SendEmail and ses:GetAccount':
    'Die ID eines Zugriffsschlüssels, der ses:SendEmail und ses:GetAccount aufrufen darf',
  'The secret of that access key': 'Der geheime Teil dieses Zugriffsschlüssels',
  'The region that the sender is verified in': 'Die Region, in der der Absender bestätigt ist',
  'The configuration set, where its events are published':
    'Der Konfigurationssatz, über den Ereignisse gemeldet werden',
  'How many e-mails a second the account may send': 'Wie viele E-Mails pro Sekunde das Konto senden darf',
  'The SNS topic of its reports; without it none are accepted':
    'Das SNS-Thema der Berichte; ohne es werden keine angenommen',
  'Another address of Amazon’s API (a VPC endpoint)': 'Eine andere Adresse der API von Amazon (ein VPC-Endpunkt)',
  'An API key or a sending key of the domain': 'Ein API-Schlüssel oder ein Sendeschlüssel der Domain',
  'The domain that Mailgun sends for': 'Die Domain, für die Mailgun sendet',
  'The region of the domain': 'Die Region der Domain',
  'The HTTP webhook signing key': 'Der Signaturschlüssel für HTTP-Webhooks',
  'The HTTP webhook signing key; without it no reports are accepted':
    'Der Signaturschlüssel für HTTP-Webhooks; ohne ihn werden keine Berichte angenommen',
  'Another address of Mailgun’s API (a proxy)': 'Eine andere Adresse der API von Mailgun (ein Proxy)',
}

const reports = {
  'Learns of bounces and complaints from SendGrid’s signed Event Webhook':
    'Erfährt von Rückläufern und Beschwerden über den signierten Event Webhook von SendGrid',
  'Learns of bounces and complaints from Amazon SES, through an SNS topic':
    'Erfährt von Rückläufern und Beschwerden von Amazon SES, über ein SNS-Thema',
  'The SNS topic; no other is listened to': 'Das SNS-Thema; kein anderes wird gehört',
  'Learns of bounces and complaints from Postmark’s webhook':
    'Erfährt von Rückläufern und Beschwerden über den Webhook von Postmark',
  'The name it logs in with, as in the webhook’s address':
    'Der Name, mit dem er sich anmeldet, wie in der Adresse des Webhooks',
  'The password it logs in with': 'Das Passwort, mit dem er sich anmeldet',
  'Learns of bounces and complaints from Mailgun’s signed webhooks':
    'Erfährt von Rückläufern und Beschwerden über die signierten Webhooks von Mailgun',
}

const otherSenders = {
  'Sends the store’s SMS, learns what became of them, and listens for STOP, START and HELP':
    'Sendet die SMS des Ladens, erfährt, was aus ihnen wurde, und versteht STOP, START und HELP',
  'The account’s SID': 'Die SID des Kontos',
  'The account’s auth token': 'Das Auth-Token des Kontos',
  'The number or name that SMS come from': 'Die Nummer oder der Name, von dem SMS kommen',
  'A messaging service instead of a number': 'Ein Messaging Service statt einer Nummer',
  'How long Twilio may try to send one': 'Wie lange Twilio versuchen darf, eine zu senden (Sekunden)',
  'What HELP is answered with': 'Die Antwort auf HELP',
  'Another address of Twilio’s API (a region, a proxy)':
    'Eine andere Adresse der API von Twilio (eine Region, ein Proxy)',
  'Sends the store’s WhatsApp messages from approved templates, learns what became of them, and listens for STOP, START and HELP':
    'Sendet die WhatsApp-Nachrichten des Ladens aus genehmigten Vorlagen, erfährt, was aus ihnen wurde, und versteht STOP, START und HELP',
  'The number of the WhatsApp sender': 'Die Nummer des WhatsApp-Absenders',
  'The approved templates by topic and language, such as backinstock=HX…, backinstock/de=HX…, *=HX… for all other alerts, confirm=HX… for double opt-in':
    'Die genehmigten Vorlagen nach Thema und Sprache, etwa backinstock=HX…, backinstock/de=HX…, *=HX… für alle anderen, confirm=HX… für die Bestätigung (Double-Opt-in)',
  'What fills the variables of a template, in order': 'Was die Variablen einer Vorlage füllt, der Reihe nach',
  'The same for the template confirm': 'Dasselbe für die Vorlage confirm',
  'Puts alerts into the store’s own Klaviyo flows': 'Gibt Benachrichtigungen in die eigenen Klaviyo-Flows des Ladens',
  'A private API key': 'Ein privater API-Schlüssel',
  'events: we decide, Klaviyo writes; back-in-stock: Klaviyo does both; mailing-list: only forwards who joins the mailing list':
    'events: wir entscheiden, Klaviyo schreibt; back-in-stock: Klaviyo macht beides; mailing-list: gibt nur weiter, wer den Newsletter bestellt',
  'Which alerts it takes over': 'Welche Benachrichtigungen es übernimmt',
  'Whose ids the variants have in its catalog': 'Wessen IDs die Varianten in seinem Katalog haben',
  'The list that shoppers join who asked for the mailing list':
    'Die Liste, in die Kunden kommen, die den Newsletter bestellt haben',
  'Another address of Klaviyo’s API (a proxy)': 'Eine andere Adresse der API von Klaviyo (ein Proxy)',
  'Shows alerts as notifications of the browser; needs a service worker on the store’s own pages':
    'Zeigt Benachrichtigungen des Browsers; braucht einen Service Worker auf den eigenen Seiten des Ladens',
  'Whom a push service may write to': 'Wem ein Push-Dienst schreiben darf',
  'The VAPID public key; made when left out': 'Der öffentliche VAPID-Schlüssel; wird erzeugt, wenn er fehlt',
  'The VAPID private key; made when left out': 'Der private VAPID-Schlüssel; wird erzeugt, wenn er fehlt',
  'The picture beside a notification': 'Das Bild neben einer Benachrichtigung',
}

const shops = {
  'Learns of products, stock, orders and privacy requests from Shopify’s webhooks':
    'Erfährt von Produkten, Beständen, Bestellungen und Datenschutzanfragen über die Webhooks von Shopify',
  'The shop’s own domain; messages of any other shop are refused':
    'Die eigene Domain des Shops; Nachrichten anderer Shops werden abgelehnt',
  'The app’s client secret': 'Das Client Secret der App',
  'The secret that Settings → Notifications shows, for webhooks made by hand':
    'Das Secret unter Einstellungen → Benachrichtigungen, für von Hand angelegte Webhooks',
  'Learns of products, stock and orders from WooCommerce’s webhooks':
    'Erfährt von Produkten, Beständen und Bestellungen über die Webhooks von WooCommerce',
  'The secret entered with each webhook; the same for all of them':
    'Das Secret, das bei jedem Webhook eingetragen ist; bei allen dasselbe',
  'Learns of products, stock and orders from BigCommerce’s webhooks':
    'Erfährt von Produkten, Beständen und Bestellungen über die Webhooks von BigCommerce',
  'The store’s hash, as in its API path': 'Der Hash des Ladens, wie im Pfad seiner API',
  'A token that may read products and orders; without one only absolute figures are known':
    'Ein Token, das Produkte und Bestellungen lesen darf; ohne eines sind nur absolute Bestände bekannt',
  'Another address of BigCommerce’s API (a proxy)': 'Eine andere Adresse der API von BigCommerce (ein Proxy)',
  'Reads the catalog from a feed (RSS, Atom, TSV or CSV) at an address, as often as said':
    'Liest den Katalog aus einem Feed (RSS, Atom, TSV oder CSV) an einer Adresse, so oft wie angegeben',
  'Where the feed lies': 'Die Adresse des Feeds',
  'How often it is read': 'Wie oft er gelesen wird (Minuten)',
  'Whether more than 30 % of the catalog may go at once without asking':
    'Ob mehr als 30 % des Katalogs auf einmal ohne Rückfrage wegfallen dürfen',
}

export const integrations: Readonly<Record<string, string>> = { ...mail, ...reports, ...otherSenders, ...shops }
