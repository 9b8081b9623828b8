/**
 * The acts of the audit trail, each with its English sentence; words in braces are facts of the entry.
 * An act changes configuration, changes or shows people's data, or sends messages to people. Catalog, stock, customer and
 * subscription writes of the store's server are too many to be acts.
 */
export const acts = {
  'signed-in': 'Signed in with {by}',
  'sign-in-failed': 'A sign-in failed',
  'signed-out': 'Signed out',
  'sessions-ended': 'Ended sessions: {ended}',
  'account-changed': 'Changed their own account',
  'account-set-up': 'Set up their account with {email}',
  'password-changed': 'Changed their password',
  'password-reset': 'Chose a new password with a link',
  'reset-link-made': 'Created a password link for {email}',
  'email-change-requested': 'Requested to change their e-mail address to {email}',
  'email-change-cancelled': 'Cancelled the change of their e-mail address',
  'email-changed': 'Confirmed a new e-mail address',
  'email-link-made': 'Created a link that confirms {email}',
  'second-factor-begun': 'Started to set up two-step sign-in',
  'second-factor-on': 'Switched two-step sign-in on',
  'second-factor-off': 'Switched two-step sign-in off',
  'recovery-codes-renewed': 'Created new recovery codes',
  'sign-in-link-made': 'Created a sign-in link',
  'store-created': 'Created the store {name}',
  'store-deleted': 'Deleted the store {name}',
  'store-paused': 'Paused the store',
  'store-resumed': 'Resumed the store',
  'settings-changed': 'Changed settings',
  'key-added': 'Added the API key {keyId}',
  'key-revoked': 'Revoked the API key {keyId}',
  'secret-rotated': 'Created a new identity secret',
  'old-secret-dropped': 'Removed the old identity secret',
  'member-invited': 'Invited {email} as {role}',
  'invitation-revoked': 'Revoked the invitation of {email} as {role}',
  'member-added': 'Added {email} as {role}',
  'role-changed': 'Changed the role of {email} to {role}',
  'member-removed': 'Removed {email} from the team',
  'topic-saved': 'Changed the topic {topic}',
  'topic-told': 'Notified everybody waiting for {variantId} about {topic}',
  'template-saved': 'Saved version {version} of the template {topic}, {medium}, {locale}',
  'test-sent': 'Sent a test message to {to}',
  'stock-set': 'Set the stock of {variantId} to {stock}',
  'catalog-import-started': 'Started to import the catalog file {file}',
  'catalog-imported': 'Imported the catalog file {file}',
  'products-deleted': 'Deleted products from the catalog: {count}',
  'customers-deleted': 'Deleted data of customers: {count}',
  'integration-saved': 'Connected or changed {kind}',
  'integration-removed': 'Disconnected {kind}',
  'integration-tested': 'Tested the connection to {kind}',
  'webhook-saved': 'Saved the webhook endpoint {url}',
  'webhook-removed': 'Removed the webhook endpoint {endpointId}',
  'webhook-secret-rotated': 'Created a new secret for the webhook endpoint {endpointId}',
  'webhook-tested': 'Sent a test event to the webhook endpoint {endpointId}',
  'webhook-replayed': 'Resent webhook events: {replayed}',
  'message-resent': 'Sent a message again',
  'messages-resent': 'Resent failed messages: {resent}',
  'merge-undone': 'Undid the merge of a guest into an account',
  'shopper-sessions-ended': 'Ended the sessions of a shopper',
  'shopper-looked-up': 'Looked up the data of {subject}',
  'shopper-exported': 'Exported the data of {subject}',
  'shopper-erased': 'Erased a shopper',
  'redaction-requested': '{source} requested an erasure ({scope}), which is pending',
  'redaction-held': '{source} requested an erasure ({scope}) while it is connected',
  'redaction-cancelled': 'Cancelled an erasure requested by {source} ({scope})',
  'redaction-done': 'Carried out an erasure requested by {source} ({scope})',
  'table-downloaded': 'Downloaded {table} as a file',
  'store-exported': 'Exported the whole store',
  'store-imported': 'Imported data into the store',
  'maintenance-set': 'Turned maintenance {state}',
  'database-migrated': 'Migrated the database',
  'backup-taken': 'Wrote a backup of the database to {file}',
  'secret-rotation': 'Rotated the secret of the installation: {state}',
} as const

export type ActName = keyof typeof acts

/** The sentence with its facts filled in; a fact that is missing shows as a dash. */
export const describeAct = (act: string, facts: Readonly<Record<string, unknown>>): string =>
  (Object.hasOwn(acts, act) ? acts[act as ActName] : act).replace(/\{(\w+)\}/g, (_, word) => {
    const fact = facts[word]
    return fact === undefined || fact === null ? '–' : typeof fact === 'object' ? JSON.stringify(fact) : String(fact)
  })
