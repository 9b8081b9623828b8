/** The texts of mails to users of the dashboard, in the dashboard's languages. */
import type { Role } from '@heartbell/contract/dashboard/route'
import type { SecurityNote, StaffMail } from '../../domain/staff/staff-mails.ts'

export type StaffLocale = 'en' | 'de'

type StaffMailWords = { subject: string; heading: string; body: string; button: string; ignore: string }
type StaffMailKind = Exclude<StaffMail['purpose'], 'security'> | SecurityNote

const help = {
  en: 'If it wasn’t you, choose a new password at once and tell the person who runs this installation.',
  de: 'Wenn Sie das nicht waren, wählen Sie sofort ein neues Passwort und sagen Sie es der Person, die diese Installation betreibt.',
}
const open = { en: 'Open the dashboard', de: 'Dashboard öffnen' }

export const staffWords: Readonly<Record<StaffLocale, Readonly<Record<StaffMailKind, StaffMailWords>>>> = {
  en: {
    reset: {
      subject: 'Choose a new password',
      heading: 'Choose a new password',
      body: 'You, or somebody who knows your address, asked for a new password for Heartbell. This link works once, for an hour.',
      button: 'Choose a password',
      ignore: 'If you didn’t ask for it, ignore this mail: your password stays as it is.',
    },
    'confirm-email': {
      subject: 'Confirm your new e-mail address',
      heading: 'Is this your address?',
      body: 'Open this link where you are signed in to Heartbell to sign in with this address from now on. It works once, for a day.',
      button: 'Confirm the address',
      ignore: 'If you didn’t ask for it, ignore this mail: nothing changes.',
    },
    'email-changed': {
      subject: 'Your e-mail address was changed',
      heading: 'You sign in with another address now',
      body: 'The e-mail address of your Heartbell account is now {email}.',
      button: open.en,
      ignore: help.en,
    },
    invitation: {
      subject: '{inviter} invites you to {store}',
      heading: 'Work with {store}',
      body: '{inviter} invites you to work for {store} in Heartbell, role: {role}. The link works for a week, for your address only.',
      button: 'See the invitation',
      ignore: 'If you don’t know what this is about, ignore this mail.',
    },
    'password-changed': {
      subject: 'Your password was changed',
      heading: 'Your password was changed',
      body: 'The password of your Heartbell account was changed. Everywhere else you are signed out.',
      button: open.en,
      ignore: help.en,
    },
    'second-factor-on': {
      subject: 'Two-step sign-in is on',
      heading: 'Two-step sign-in is on',
      body: 'From now on, signing in to Heartbell asks for a code of your authenticator app.',
      button: open.en,
      ignore: help.en,
    },
    'second-factor-off': {
      subject: 'Two-step sign-in is off',
      heading: 'Two-step sign-in is off',
      body: 'Signing in to Heartbell asks for your password only.',
      button: open.en,
      ignore: help.en,
    },
    'second-factor-removed': {
      subject: 'Your password was changed and two-step sign-in is off',
      heading: 'Two-step sign-in is off',
      body: 'A link of the person who runs this installation was used to choose a new password for your Heartbell account. The same link switched two-step sign-in off. You are signed out everywhere else.',
      button: open.en,
      ignore: help.en,
    },
    'recovery-code-used': {
      subject: 'A recovery code was used',
      heading: 'A recovery code was used',
      body: 'Somebody signed in to your Heartbell account with one of your recovery codes. It does not work again.',
      button: open.en,
      ignore: help.en,
    },
  },
  de: {
    reset: {
      subject: 'Neues Passwort wählen',
      heading: 'Neues Passwort wählen',
      body: 'Sie oder jemand, der Ihre Adresse kennt, möchte ein neues Passwort für Heartbell. Dieser Link gilt einmal, eine Stunde lang.',
      button: 'Passwort wählen',
      ignore: 'Wenn Sie das nicht waren, lassen Sie diese Mail liegen: Ihr Passwort bleibt, wie es ist.',
    },
    'confirm-email': {
      subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
      heading: 'Ist das Ihre Adresse?',
      body: 'Öffnen Sie diesen Link dort, wo Sie bei Heartbell angemeldet sind, um sich von nun an mit dieser Adresse anzumelden. Er gilt einmal, einen Tag lang.',
      button: 'Adresse bestätigen',
      ignore: 'Wenn Sie das nicht waren, lassen Sie diese Mail liegen: Es ändert sich nichts.',
    },
    'email-changed': {
      subject: 'Ihre E-Mail-Adresse wurde geändert',
      heading: 'Sie melden sich jetzt mit einer anderen Adresse an',
      body: 'Die E-Mail-Adresse Ihres Kontos bei Heartbell ist jetzt {email}.',
      button: open.de,
      ignore: help.de,
    },
    invitation: {
      subject: '{inviter} lädt Sie zu {store} ein',
      heading: 'Mitarbeiten bei {store}',
      body: '{inviter} lädt Sie ein, bei Heartbell für {store} zu arbeiten, Rolle: {role}. Der Link gilt eine Woche lang, nur für Ihre Adresse.',
      button: 'Einladung ansehen',
      ignore: 'Wenn Sie nicht wissen, worum es geht, lassen Sie diese Mail liegen.',
    },
    'password-changed': {
      subject: 'Ihr Passwort wurde geändert',
      heading: 'Ihr Passwort wurde geändert',
      body: 'Das Passwort Ihres Kontos bei Heartbell wurde geändert. Überall sonst sind Sie abgemeldet.',
      button: open.de,
      ignore: help.de,
    },
    'second-factor-on': {
      subject: 'Anmeldung in zwei Schritten ist an',
      heading: 'Anmeldung in zwei Schritten ist an',
      body: 'Von nun an fragt Heartbell beim Anmelden auch nach einem Code Ihrer Authenticator-App.',
      button: open.de,
      ignore: help.de,
    },
    'second-factor-off': {
      subject: 'Anmeldung in zwei Schritten ist aus',
      heading: 'Anmeldung in zwei Schritten ist aus',
      body: 'Heartbell fragt beim Anmelden nur nach Ihrem Passwort.',
      button: open.de,
      ignore: help.de,
    },
    'second-factor-removed': {
      subject: 'Ihr Passwort wurde geändert, und die Anmeldung in zwei Schritten ist aus',
      heading: 'Anmeldung in zwei Schritten ist aus',
      body: 'Mit einem Link der Person, die diese Installation betreibt, wurde ein neues Passwort für Ihr Konto bei Heartbell gewählt. Derselbe Link hat die Anmeldung in zwei Schritten ausgeschaltet. Überall sonst sind Sie abgemeldet.',
      button: open.de,
      ignore: help.de,
    },
    'recovery-code-used': {
      subject: 'Ein Wiederherstellungscode wurde benutzt',
      heading: 'Ein Wiederherstellungscode wurde benutzt',
      body: 'Jemand hat sich mit einem Ihrer Wiederherstellungscodes bei Ihrem Konto bei Heartbell angemeldet. Der Code gilt nicht noch einmal.',
      button: open.de,
      ignore: help.de,
    },
  },
}

export const roleWords: Readonly<Record<StaffLocale, Readonly<Record<Role, string>>>> = {
  en: { owner: 'Owner', admin: 'Admin', marketer: 'Marketer', viewer: 'Read only' },
  de: { owner: 'Inhaber', admin: 'Verwalter', marketer: 'Marketing', viewer: 'Nur lesen' },
}
