/** German of the team, of shoppers' rights, of secrets, of the service's health and of the audit log. */
export const people: Readonly<Record<string, string>> = {
  'Who works for this store, and what each may do.': 'Wer für diesen Laden arbeitet und was jeder darf.',
  'Invite somebody': 'Jemanden einladen',
  'Nobody yet': 'Noch niemand',
  'Whoever runs this installation sees every store and is not listed here.':
    'Wer diese Installation betreibt, sieht jeden Laden und steht nicht in dieser Liste.',
  Person: 'Person',
  Role: 'Rolle',
  Since: 'Seit',
  'Role of {name}': 'Rolle von {name}',
  Admin: 'Verwalter',
  Marketer: 'Marketing',
  'Read only': 'Nur lesen',
  'Everything, and who the owners are.': 'Alles, auch wer Inhaber ist.',
  'Settings, keys, team, privacy.': 'Einstellungen, Schlüssel, Team, Datenschutz.',
  'Topics, templates, products, sending.': 'Themen, Vorlagen, Produkte, Senden.',
  'Looks, and changes nothing.': 'Sieht alles und ändert nichts.',
  'The role is changed.': 'Die Rolle ist geändert.',
  Active: 'Aktiv',
  Remove: 'Entfernen',
  'Remove this person?': 'Diese Person entfernen?',
  'Removed from the team.': 'Aus dem Team entfernt.',
  '{name} can’t open this store any more. What they did stays in the audit log.':
    '{name} kann diesen Laden nicht mehr öffnen. Was getan wurde, bleibt im Protokoll.',
  'Send them this link now: it is not shown again. It works once, for a week, and only for this address.':
    'Senden Sie diesen Link jetzt: Er wird nicht noch einmal gezeigt. Er gilt einmal, eine Woche lang und nur für diese Adresse.',
  'The invitation is mailed. You may also hand over this link: it is not shown again, works for a week, and only for this address.':
    'Die Einladung ist per Mail unterwegs. Sie können auch diesen Link weitergeben: Er wird nicht noch einmal gezeigt, gilt eine Woche lang und nur für diese Adresse.',
  Link: 'Link',
  'Create the invitation': 'Einladung anlegen',
  'Open invitations': 'Offene Einladungen',
  'Invited by': 'Eingeladen von',
  'Valid until': 'Gültig bis',
  Expired: 'Abgelaufen',
  'New link': 'Neuer Link',
  'The invitation is revoked.': 'Die Einladung ist zurückgezogen.',
  'Revoke this invitation?': 'Diese Einladung zurückziehen?',
  'The link that {email} got stops working.': 'Der Link, den {email} bekommen hat, gilt dann nicht mehr.',

  'When a shopper asks what you know about them, or wants to be forgotten.':
    'Wenn ein Kunde fragt, was Sie über ihn wissen, oder vergessen werden möchte.',
  'Find a shopper': 'Einen Kunden finden',
  'Or phone number': 'Oder Telefonnummer',
  'What is held': 'Was gespeichert ist',
  'What is held about {name}': 'Was über {name} gespeichert ist',
  'Nothing is held about them.': 'Es ist nichts gespeichert.',
  'Download everything (JSON)': 'Alles herunterladen (JSON)',
  'Erase them': 'Löschen',
  'Erase this shopper?': 'Diesen Kunden löschen?',
  'Erase for good': 'Endgültig löschen',
  'All of this goes, and can’t be brought back:': 'All dies wird gelöscht und kommt nicht wieder:',
  '{name} is not written to again. What others saved or bought stays.':
    '{name} wird nicht mehr angeschrieben. Was andere gemerkt oder gekauft haben, bleibt.',
  'Erased. Only a keyed hash is left, so that nobody writes to them again.':
    'Gelöscht. Nur ein verschlüsselter Fingerabdruck bleibt, damit niemand mehr schreibt.',
  'Erasures your shop platform asked for': 'Löschungen, die Ihre Shop-Plattform verlangt',
  'They are carried out at the time shown. Cancel one that you don’t recognise.':
    'Sie werden zum angezeigten Zeitpunkt ausgeführt. Brechen Sie ab, was Sie nicht zuordnen können.',
  'Every shopper of this store': 'Alle Kunden dieses Shops',
  'Customer {id}': 'Kunde {id}',
  'Asked by': 'Verlangt von',
  'Carried out': 'Ausgeführt',
  '48 hours after the connection is switched off': '48 Stunden nachdem die Verbindung abgeschaltet ist',
  Status: 'Stand',
  Waits: 'Wartet',
  Erased: 'Gelöscht',
  Cancelled: 'Abgebrochen',
  'Cancel the erasure': 'Löschung abbrechen',
  'Cancel this erasure?': 'Diese Löschung abbrechen?',
  'Cancelled. Nobody is erased for this request.': 'Abgebrochen. Für diese Anfrage wird niemand gelöscht.',
  'If a customer really asked for it, you have to erase them yourself within 30 days.':
    'Wenn ein Kunde das wirklich verlangt hat, müssen Sie ihn selbst innerhalb von 30 Tagen löschen.',
  'Accounts and visits as a guest': 'Konten und Besuche als Gast',
  'Saved items': 'Gemerkte Artikel',
  'Alerts asked for': 'Gewünschte Benachrichtigungen',
  'Steps of those alerts': 'Deren Schritte',
  'Alerts sent or held back': 'Gesendete oder zurückgehaltene Benachrichtigungen',
  Consents: 'Einwilligungen',
  'Choices about news': 'Entscheidungen über Neuigkeiten',
  Letters: 'Briefe',
  Purchases: 'Käufe',
  'Products looked at': 'Angesehene Produkte',

  'With the identity secret your server signs who a shopper is, so that a browser can sign in.':
    'Mit dem Anmeldegeheimnis bestätigt Ihr Server, wer ein Kunde ist, damit sich ein Browser anmelden kann.',
  'It was shown when it was made. If it is lost or leaked, renew it.':
    'Es wurde beim Anlegen gezeigt. Ist es verloren oder bekannt geworden, erneuern Sie es.',
  'The secret before holds as well, until you drop it: put the new one into your server first.':
    'Das vorige gilt ebenfalls, bis Sie es verwerfen: Tragen Sie zuerst das neue in Ihren Server ein.',
  'Renewing keeps the one in use holding beside the new one, so nobody is signed out.':
    'Beim Erneuern gilt das bisherige neben dem neuen weiter, also wird niemand abgemeldet.',
  'Renew the secret': 'Geheimnis erneuern',
  'Renew the secret again?': 'Geheimnis noch einmal erneuern?',
  'Two hold at a time. The oldest one, still in use somewhere perhaps, is refused from then on.':
    'Zwei gelten zugleich. Das älteste, vielleicht noch irgendwo in Gebrauch, wird dann abgewiesen.',
  'Drop the old one': 'Das alte verwerfen',
  'Drop the old secret?': 'Das alte Geheimnis verwerfen?',
  'The old secret is dropped.': 'Das alte Geheimnis ist verworfen.',
  'Whatever your servers sign with the old secret is refused from then on.':
    'Was Ihre Server mit dem alten Geheimnis bestätigen, wird dann abgewiesen.',

  'Looked at again every ten seconds.': 'Alle zehn Sekunden neu.',
  'Look again': 'Noch einmal nachsehen',
  Database: 'Datenbank',
  Migrations: 'Umstellungen',
  Well: 'In Ordnung',
  'Needs a look': 'Bitte nachsehen',
  'Reached at {url} · Node.js {node}': 'Erreichbar unter {url} · Node.js {node}',
  'PostgreSQL {version}, answered within {took} ms.': 'PostgreSQL {version}, Antwort in {took} ms.',
  'The database is up to date.': 'Die Datenbank ist auf dem neuesten Stand.',
  '{pending} migrations did not run: heartbell migrate runs them.':
    '{pending} Umstellungen fehlen: heartbell migrate holt sie nach.',
  'What is due gets done.': 'Was fällig ist, wird erledigt.',
  'Work is due since {since} and nobody does it: start heartbell serve or heartbell work.':
    'Seit {since} ist etwas fällig, und niemand erledigt es: heartbell serve oder heartbell work starten.',
  '{failed} messages were given up within a day: look into the outbox.':
    '{failed} Nachrichten wurden binnen eines Tages aufgegeben: Sehen Sie in den Postausgang.',
  'Messages are due since {since} and don’t leave.': 'Seit {since} sind Nachrichten fällig und gehen nicht hinaus.',
  'The last message left {when}.': 'Die letzte Nachricht ging {when} hinaus.',
  'No message was sent yet.': 'Noch keine Nachricht gesendet.',

  Who: 'Wer',
  What: 'Was',
}
