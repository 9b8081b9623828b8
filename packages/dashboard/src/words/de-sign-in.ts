/** German: sign-in, invitations, and the server's messages there. */
export const signIn: Readonly<Record<string, string>> = {
  Invitation: 'Einladung',
  'Join {store}': 'Bei {store} mitarbeiten',
  '{email} is invited to work for {store} as {role}.':
    '{email} ist eingeladen, für {store} zu arbeiten, Rolle: {role}.',
  'You are signed in as {email}. This invitation is for another address.':
    'Sie sind als {email} angemeldet. Diese Einladung ist für eine andere Adresse.',
  'Sign out and continue': 'Abmelden und weiter',
  'Accept the invitation': 'Einladung annehmen',
  'Sign in and accept': 'Anmelden und annehmen',
  'I have no account yet': 'Ich habe noch kein Konto',
  'I already have an account': 'Ich habe schon ein Konto',
  'Create account': 'Konto anlegen',
  'Your name': 'Ihr Name',
  'Repeat password': 'Passwort wiederholen',
  'The passwords differ.': 'Die Passwörter sind verschieden.',
  'This invitation was used, revoked or is too old: ask for a new one.':
    'Diese Einladung wurde benutzt, zurückgezogen oder ist zu alt: Bitten Sie um eine neue.',
  'This address can’t be used for a new account: sign in instead.':
    'Mit dieser Adresse lässt sich kein neues Konto anlegen: Melden Sie sich an.',
  'The e-mail address or the password is wrong.': 'Die E-Mail-Adresse oder das Passwort ist falsch.',
  'Type the code that your authenticator app shows, or one of your recovery codes.':
    'Geben Sie den Code Ihrer Authenticator-App ein oder einen Ihrer Wiederherstellungscodes.',
  Code: 'Code',
  Continue: 'Weiter',
  'Use another account': 'Anderes Konto verwenden',
  'Forgotten password': 'Passwort vergessen',
  'Back to signing in': 'Zurück zur Anmeldung',
  'This installation sends no e-mail. Ask its operator for a link; on the server, this command prints one:':
    'Diese Installation versendet keine E-Mails. Bitten Sie den Betreiber um einen Link; auf dem Server zeigt ihn dieser Befehl:',
  'Check your e-mail': 'Sehen Sie in Ihre E-Mails',
  'If {email} has an account, a mail with a link is on its way. The link works for an hour.':
    'Wenn es zu {email} ein Konto gibt, ist eine Mail mit einem Link unterwegs. Er gilt eine Stunde lang.',
  'We e-mail you a link to choose a new one.': 'Wir senden Ihnen einen Link, mit dem Sie ein neues wählen.',
  'Send the link': 'Link senden',
  'Ask for a new link': 'Neuen Link anfordern',
  'Set the password': 'Passwort festlegen',
  'You will be signed out on all other devices.': 'Auf allen anderen Geräten werden Sie abgemeldet.',
  'Phone and recovery codes lost? The operator of this installation can help with heartbell dashboard --reset.':
    'Telefon und Wiederherstellungscodes verloren? Der Betreiber dieser Installation hilft mit heartbell dashboard --reset.',
  'Set up your account': 'Richten Sie Ihr Konto ein',
  'You use these to sign in from any browser.': 'Damit melden Sie sich in jedem Browser an.',
  'Your new address': 'Ihre neue Adresse',
  'From now on you sign in with {email}.': 'Von nun an melden Sie sich mit {email} an.',
  'Open the dashboard': 'Dashboard öffnen',
  'Confirm your new address': 'Neue Adresse bestätigen',
  'Sign in with the address you had before.': 'Melden Sie sich mit Ihrer bisherigen Adresse an.',
  'You are signed in as {email}.': 'Sie sind als {email} angemeldet.',
  'Confirm the address': 'Adresse bestätigen',
  'This link was used already or is too old: ask for a new one.':
    'Dieser Link wurde schon benutzt oder ist zu alt: Fordern Sie einen neuen an.',
  'The code is wrong or was used already.': 'Der Code ist falsch oder wurde schon benutzt.',
  'That took too long: sign in again.': 'Das hat zu lange gedauert: Melden Sie sich noch einmal an.',
  'Too many attempts: wait a minute and try again.':
    'Zu viele Versuche: Warten Sie eine Minute und versuchen Sie es noch einmal.',
  'Too many requests: try again in a few minutes.':
    'Zu viele Anfragen: Versuchen Sie es in einigen Minuten noch einmal.',
  'Another account signs in with this e-mail address.': 'Mit dieser E-Mail-Adresse meldet sich ein anderes Konto an.',
  'The service can’t be reached.': 'Der Dienst ist nicht erreichbar.',
  'This link also switches two-step sign-in off. Set it up again in your account afterwards.':
    'Dieser Link schaltet auch die Anmeldung in zwei Schritten aus. Richten Sie sie danach in Ihrem Konto wieder ein.',
  'No access to this store': 'Kein Zugang zu diesem Laden',
  'You were removed from this store’s team, or the store no longer exists.':
    'Sie wurden aus dem Team dieses Ladens entfernt, oder es gibt den Laden nicht mehr.',
  'Your other stores:': 'Ihre anderen Läden:',
}
