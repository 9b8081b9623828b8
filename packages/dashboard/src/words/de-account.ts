/** German: a person's own account. */
export const account: Readonly<Record<string, string>> = {
  'Current password': 'Aktuelles Passwort',
  'Change the address': 'Adresse ändern',
  'New e-mail address': 'Neue E-Mail-Adresse',
  Cancel: 'Abbrechen',
  'Waiting for {email}': '{email} ist noch nicht bestätigt',
  'We sent a link to that address. Open it to sign in with the new address; until then, use the old one.':
    'Wir haben einen Link an diese Adresse gesendet. Öffnen Sie ihn, um sich mit der neuen Adresse anzumelden; bis dahin gilt die alte.',
  'This installation sends no e-mail. Its operator can print the link for that address with:':
    'Diese Installation versendet keine E-Mails. Der Betreiber zeigt den Link für diese Adresse mit:',
  'Send it again': 'Noch einmal senden',
  'Cancel the change': 'Änderung abbrechen',
  'The mail is on its way.': 'Die Mail ist unterwegs.',
  'Your address stays as it is.': 'Ihre Adresse bleibt, wie sie ist.',
  'Two-step sign-in': 'Anmeldung in zwei Schritten',
  'Two-step sign-in is off.': 'Die Anmeldung in zwei Schritten ist aus.',
  On: 'An',
  Off: 'Aus',
  '{count} of 10 recovery codes left': '{count} von 10 Wiederherstellungscodes übrig',
  'Besides your password, signing in asks for a code that an app on your phone shows.':
    'Beim Anmelden wird neben dem Passwort ein Code verlangt, den eine App auf Ihrem Telefon zeigt.',
  'Few recovery codes are left: create new ones and store them safely.':
    'Nur noch wenige Wiederherstellungscodes: Legen Sie neue an und bewahren Sie sie sicher auf.',
  'New recovery codes': 'Neue Wiederherstellungscodes',
  'Switch off': 'Ausschalten',
  'Switch on': 'Einschalten',
  'Signing in then asks for your password only. Your recovery codes stop working.':
    'Beim Anmelden wird dann nur noch das Passwort verlangt. Ihre Wiederherstellungscodes gelten nicht mehr.',
  'The recovery codes you have now stop working.': 'Ihre bisherigen Wiederherstellungscodes gelten dann nicht mehr.',
  'Scan this with an authenticator app, then type the code that it shows.':
    'Lesen Sie dies mit einer Authenticator-App ein und geben Sie den Code ein, den sie zeigt.',
  'No camera? Type this key into the app:': 'Keine Kamera? Tippen Sie diesen Schlüssel in die App:',
  'Key for the app': 'Schlüssel für die App',
  'QR code for the authenticator app': 'QR-Code für die Authenticator-App',
  'Two-step sign-in is on. Store these codes safely: each signs you in once when you don’t have your phone. They are not shown again.':
    'Die Anmeldung in zwei Schritten ist an. Bewahren Sie diese Codes sicher auf: Mit jedem melden Sie sich einmal an, wenn Sie Ihr Telefon nicht haben. Sie werden nicht noch einmal gezeigt.',
  'Recovery codes': 'Wiederherstellungscodes',
  Download: 'Herunterladen',
  'I have saved them': 'Ich habe sie gesichert',
  'Sign out everywhere': 'Überall abmelden',
  'Sign out everywhere?': 'Überall abmelden?',
  'Every browser is signed out, this one too.': 'Jeder Browser wird abgemeldet, auch dieser.',
  'Signed in {since}, last seen {when}': 'Angemeldet {since}, zuletzt gesehen {when}',
  'currentPassword is not your password.': 'Das ist nicht Ihr aktuelles Passwort.',
}
