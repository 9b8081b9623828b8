/** German: team, privacy, identity secret, health. */
export const people: Readonly<Record<string, string>> = {
  'Who works for this store, and what they may do.': 'Wer für diesen Laden arbeitet und was jeder darf.',
  'Invite somebody': 'Jemanden einladen',
  'Nobody yet': 'Noch niemand',
  'The operator of this installation can open every store and is not listed here.':
    'Der Betreiber dieser Installation kann jeden Laden öffnen und steht nicht in dieser Liste.',
  Role: 'Rolle',
  'Role of {name}': 'Rolle von {name}',
  Admin: 'Verwalter',
  Marketer: 'Marketing',
  'Read only': 'Nur lesen',
  'Everything, including who the owners are.': 'Alles, auch wer Inhaber ist.',
  'Settings, keys, team, privacy.': 'Einstellungen, Schlüssel, Team, Datenschutz.',
  'Topics, templates, products, sending.': 'Themen, Vorlagen, Produkte, Senden.',
  'Can see everything and change nothing.': 'Sieht alles und ändert nichts.',
  'The role is changed.': 'Die Rolle ist geändert.',
  Remove: 'Entfernen',
  'Remove this person?': 'Diese Person entfernen?',
  'Removed from the team.': 'Aus dem Team entfernt.',
  '{name} can’t open this store any more. What they did stays in the audit log.':
    '{name} kann diesen Laden nicht mehr öffnen. Was getan wurde, bleibt im Protokoll.',
  'Send them this link now: it is not shown again. It works once, for a week, and only for this address.':
    'Senden Sie diesen Link jetzt: Er wird nicht noch einmal gezeigt. Er gilt einmal, eine Woche lang und nur für diese Adresse.',
  'The invitation is sent by e-mail. You can also pass on this link: it is not shown again, works for a week, and only for this address.':
    'Die Einladung ist per Mail unterwegs. Sie können auch diesen Link weitergeben: Er wird nicht noch einmal gezeigt, gilt eine Woche lang und nur für diese Adresse.',
  Link: 'Link',
  'Create the invitation': 'Einladung anlegen',
  'Open invitations': 'Offene Einladungen',
  'Invited by': 'Eingeladen von',
  'Valid until': 'Gültig bis',
  'New link': 'Neuer Link',
  'The invitation is revoked.': 'Die Einladung ist zurückgezogen.',
  'Revoke this invitation?': 'Diese Einladung zurückziehen?',
  'The link that {email} got stops working.': 'Der Link, den {email} bekommen hat, gilt dann nicht mehr.',

  'For shoppers who ask for a copy of their data or for its deletion.':
    'Für Kunden, die Auskunft über ihre Daten oder deren Löschung verlangen.',
  'Find a shopper': 'Einen Kunden finden',
  'Or phone number': 'Oder Telefonnummer',
  'Stored data': 'Gespeicherte Daten',
  'Data stored about {name}': 'Gespeicherte Daten über {name}',
  'No data is stored about them.': 'Es ist nichts gespeichert.',
  'Download everything (JSON)': 'Alles herunterladen (JSON)',
  'Erase them': 'Löschen',
  'Sign out on every device': 'Auf allen Geräten abmelden',
  'They are signed out on every device.': 'Die Person ist auf allen Geräten abgemeldet.',
  'Erase this shopper?': 'Diesen Kunden löschen?',
  'Erase for good': 'Endgültig löschen',
  'All of this is deleted and can’t be restored:': 'All dies wird gelöscht und lässt sich nicht wiederherstellen:',
  '{name} is not contacted again. Data of other shoppers stays.':
    '{name} wird nicht mehr angeschrieben. Daten anderer Kunden bleiben.',
  'Erased. Only a keyed hash remains, so that they are not contacted again.':
    'Gelöscht. Nur ein verschlüsselter Fingerabdruck bleibt, damit niemand mehr schreibt.',
  'Erasures requested by your shop platform': 'Löschungen, die Ihre Shop-Plattform verlangt',
  'They are carried out at the time shown. Cancel one that you don’t recognise.':
    'Sie werden zum angezeigten Zeitpunkt ausgeführt. Brechen Sie ab, was Sie nicht zuordnen können.',
  'Every shopper of this store': 'Alle Kunden dieses Shops',
  'Customer {id}': 'Kunde {id}',
  'Requested by': 'Verlangt von',
  'Erasure date': 'Termin der Löschung',
  '48 hours after the connection is switched off': '48 Stunden nachdem die Verbindung abgeschaltet ist',
  Status: 'Stand',
  Pending: 'Ausstehend',
  Erased: 'Gelöscht',
  Cancelled: 'Abgebrochen',
  'Cancel the erasure': 'Löschung abbrechen',
  'Cancel this erasure?': 'Diese Löschung abbrechen?',
  'Cancelled. Nobody is erased for this request.': 'Abgebrochen. Für diese Anfrage wird niemand gelöscht.',
  'If a customer really asked for it, you have to erase them yourself within 30 days.':
    'Wenn ein Kunde das wirklich verlangt hat, müssen Sie ihn selbst innerhalb von 30 Tagen löschen.',
  'Accounts and guest sessions': 'Konten und Gastsitzungen',
  'Saved items': 'Gemerkte Artikel',
  'Alert subscriptions': 'Anmeldungen für Benachrichtigungen',
  'Subscription history': 'Verlauf der Anmeldungen',
  'Alerts sent or withheld': 'Gesendete oder zurückgehaltene Benachrichtigungen',
  Consents: 'Einwilligungen',
  'Newsletter choices': 'Entscheidungen zum Newsletter',
  'Other messages': 'Andere Nachrichten',
  Purchases: 'Käufe',
  'Viewed products': 'Angesehene Produkte',

  'Your server signs who a shopper is with the identity secret, so that their browser can sign in.':
    'Mit dem Anmeldegeheimnis bestätigt Ihr Server, wer ein Kunde ist, damit sich ein Browser anmelden kann.',
  'The secret was shown once, when it was created. If it is lost or leaked, renew it.':
    'Es wurde beim Anlegen gezeigt. Ist es verloren oder bekannt geworden, erneuern Sie es.',
  'The previous secret is accepted until you remove it: configure the new one on your server first.':
    'Das vorige gilt, bis Sie es entfernen: Tragen Sie zuerst das neue in Ihren Server ein.',
  'After renewal both secrets are accepted, so nobody is signed out.':
    'Nach dem Erneuern gelten beide, also wird niemand abgemeldet.',
  'Renew the secret': 'Geheimnis erneuern',
  'Renew the secret again?': 'Geheimnis noch einmal erneuern?',
  'Two secrets are accepted at a time. The oldest one stops working, even if a server still uses it.':
    'Zwei gelten zugleich. Das älteste gilt dann nicht mehr, auch wenn ein Server es noch verwendet.',
  'Remove the old secret': 'Altes Geheimnis entfernen',
  'Remove the old secret?': 'Altes Geheimnis entfernen?',
  'The old secret is removed.': 'Das alte Geheimnis ist entfernt.',
  'Tokens signed with the old secret are refused from then on.':
    'Mit dem alten Geheimnis signierte Token werden dann abgewiesen.',

  'Refreshed every ten seconds.': 'Alle zehn Sekunden aktualisiert.',
  Refresh: 'Aktualisieren',
  Database: 'Datenbank',
  Migrations: 'Umstellungen',
  OK: 'In Ordnung',
  'Reached at {url} · Node.js {node}': 'Erreichbar unter {url} · Node.js {node}',
  'PostgreSQL {version}, answered within {took} ms.': 'PostgreSQL {version}, Antwort in {took} ms.',
  'The database is up to date.': 'Die Datenbank ist auf dem neuesten Stand.',
  'All due work is done.': 'Alles Fällige ist erledigt.',
  'Work has been due since {since} and no process does it: start heartbell serve or heartbell work.':
    'Seit {since} ist etwas fällig, und kein Prozess erledigt es: heartbell serve oder heartbell work starten.',
  'Messages have been due since {since} and are not sent.':
    'Seit {since} sind Nachrichten fällig und werden nicht gesendet.',
  'The last message was sent {when}.': 'Die letzte Nachricht wurde {when} gesendet.',
  'No message was sent yet.': 'Noch keine Nachricht gesendet.',

  Who: 'Wer',
  What: 'Was',
  '{count} migration is pending: run heartbell migrate.': '{count} Umstellung steht aus: heartbell migrate ausführen.',
  '{count} migrations are pending: run heartbell migrate.':
    '{count} Umstellungen stehen aus: heartbell migrate ausführen.',
  '{count} message failed within a day: see the outbox.':
    '{count} Nachricht ist binnen eines Tages gescheitert: siehe Postausgang.',
  '{count} messages failed within a day: see the outbox.':
    '{count} Nachrichten sind binnen eines Tages gescheitert: siehe Postausgang.',
  'This replaces the earlier invitation: its link no longer works.':
    'Dies ersetzt die frühere Einladung: Deren Link gilt nicht mehr.',
}
