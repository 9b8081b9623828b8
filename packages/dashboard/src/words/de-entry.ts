/** German of signing in, of invitations and of what the service answers there. */
export const entry: Readonly<Record<string, string>> = {
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
  'The service can’t be reached.': 'Der Dienst ist nicht erreichbar.',
}
