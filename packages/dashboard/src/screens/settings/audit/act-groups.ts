/** The acts of a store's audit log, grouped for the filter; the sentences are those that the server sends. */

export type ActGroup = { title: string; acts: readonly (readonly [act: string, sentence: string])[] }

export const actGroups: readonly ActGroup[] = [
  {
    title: 'People and sign-ins',
    acts: [
      ['signed-in', 'Signed in with {by}'],
      ['sign-in-failed', 'A sign-in failed'],
      ['signed-out', 'Signed out'],
      ['sessions-ended', 'Ended sessions: {ended}'],
      ['account-changed', 'Changed their own account'],
      ['sign-in-link-made', 'Created a sign-in link'],
      ['account-set-up', 'Set up their account with {email}'],
      ['password-changed', 'Changed their password'],
      ['password-reset', 'Chose a new password with a link'],
      ['reset-link-made', 'Created a password link for {email}'],
      ['email-change-requested', 'Requested to change their e-mail address to {email}'],
      ['email-change-cancelled', 'Cancelled the change of their e-mail address'],
      ['email-changed', 'Confirmed a new e-mail address'],
      ['email-link-made', 'Created a link that confirms {email}'],
      ['second-factor-begun', 'Started to set up two-step sign-in'],
      ['second-factor-on', 'Switched two-step sign-in on'],
      ['second-factor-off', 'Switched two-step sign-in off'],
      ['recovery-codes-renewed', 'Created new recovery codes'],
      ['member-invited', 'Invited {email} as {role}'],
      ['invitation-revoked', 'Revoked the invitation of {email} as {role}'],
      ['member-added', 'Added {email} as {role}'],
      ['role-changed', 'Changed the role of {email} to {role}'],
      ['member-removed', 'Removed {email} from the team'],
    ],
  },
  {
    title: 'Store and keys',
    acts: [
      ['store-created', 'Created the store {name}'],
      ['store-paused', 'Paused the store'],
      ['store-resumed', 'Resumed the store'],
      ['settings-changed', 'Changed settings'],
      ['key-added', 'Added the API key {keyId}'],
      ['key-revoked', 'Revoked the API key {keyId}'],
      ['secret-rotated', 'Created a new identity secret'],
      ['old-secret-dropped', 'Removed the old identity secret'],
    ],
  },
  {
    title: 'Alerts and messages',
    acts: [
      ['topic-saved', 'Changed the topic {topic}'],
      ['topic-told', 'Notified everybody waiting for {variantId} about {topic}'],
      ['template-saved', 'Saved version {version} of the template {topic}, {medium}, {locale}'],
      ['test-sent', 'Sent a test message to {to}'],
      ['message-resent', 'Sent a message again'],
      ['messages-resent', 'Resent failed messages: {resent}'],
    ],
  },
  {
    title: 'Products',
    acts: [
      ['stock-set', 'Set the stock of {variantId} to {stock}'],
      ['catalog-import-started', 'Started to import the catalog file {file}'],
      ['catalog-imported', 'Imported the catalog file {file}'],
      ['products-deleted', 'Deleted products from the catalog: {count}'],
    ],
  },
  {
    title: 'Connections and webhooks',
    acts: [
      ['integration-saved', 'Connected or changed {kind}'],
      ['integration-removed', 'Disconnected {kind}'],
      ['integration-tested', 'Tested the connection to {kind}'],
      ['webhook-saved', 'Saved the webhook endpoint {url}'],
      ['webhook-removed', 'Removed the webhook endpoint {endpointId}'],
      ['webhook-secret-rotated', 'Created a new secret for the webhook endpoint {endpointId}'],
      ['webhook-tested', 'Sent a test event to the webhook endpoint {endpointId}'],
      ['webhook-replayed', 'Resent webhook events: {replayed}'],
    ],
  },
  {
    title: 'Shoppers',
    acts: [
      ['merge-undone', 'Undid the merge of a guest into an account'],
      ['shopper-sessions-ended', 'Ended the sessions of a shopper'],
      ['shopper-looked-up', 'Looked up the data of {subject}'],
      ['shopper-exported', 'Exported the data of {subject}'],
      ['customers-deleted', 'Deleted data of customers: {count}'],
      ['shopper-erased', 'Erased a shopper'],
      ['redaction-requested', '{source} requested an erasure ({scope}), which is pending'],
      ['redaction-held', '{source} requested an erasure ({scope}) while it is connected'],
      ['redaction-cancelled', 'Cancelled an erasure requested by {source} ({scope})'],
      ['redaction-done', 'Carried out an erasure requested by {source} ({scope})'],
    ],
  },
  {
    title: 'Data as files',
    acts: [
      ['table-downloaded', 'Downloaded {table} as a file'],
      ['store-exported', 'Exported the whole store'],
      ['store-imported', 'Imported data into the store'],
    ],
  },
]
