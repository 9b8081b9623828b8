/** The acts that a store's audit log can hold, in groups to choose from; the sentences are those that the service sends. */

export type ActGroup = { title: string; acts: readonly (readonly [act: string, sentence: string])[] }

export const actGroups: readonly ActGroup[] = [
  {
    title: 'People and sign-ins',
    acts: [
      ['signed-in', 'Signed in'],
      ['sign-in-failed', 'A sign-in failed'],
      ['signed-out', 'Signed out'],
      ['sessions-ended', 'Ended {ended} sessions'],
      ['account-changed', 'Changed their own account'],
      ['sign-in-link-made', 'Made a sign-in link'],
      ['account-set-up', 'Set up their account with {email}'],
      ['password-changed', 'Changed their password'],
      ['password-reset', 'Chose a new password with a link'],
      ['reset-link-made', 'Made a link for a new password of {email}'],
      ['email-change-requested', 'Asked to sign in with {email}'],
      ['email-change-cancelled', 'Cancelled the change of their e-mail address'],
      ['email-changed', 'Confirmed a new e-mail address'],
      ['email-link-made', 'Made a link that confirms {email}'],
      ['second-factor-begun', 'Began to set up two-step sign-in'],
      ['second-factor-on', 'Switched two-step sign-in on'],
      ['second-factor-off', 'Switched two-step sign-in off'],
      ['recovery-codes-renewed', 'Made new recovery codes'],
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
      ['secret-rotated', 'Made a new identity secret'],
      ['old-secret-dropped', 'Ended the old identity secret'],
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
      ['messages-resent', 'Sent {resent} failed messages again'],
    ],
  },
  {
    title: 'Products',
    acts: [
      ['stock-set', 'Set the stock of {variantId} to {stock}'],
      ['catalog-import-started', 'Started to import the catalog file {file}'],
      ['catalog-imported', 'Imported the catalog file {file}'],
      ['products-deleted', 'Deleted {count} products from the catalog'],
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
      ['webhook-secret-rotated', 'Made a new secret for the webhook endpoint {endpointId}'],
      ['webhook-tested', 'Sent a test event to the webhook endpoint {endpointId}'],
      ['webhook-replayed', 'Sent {replayed} webhook events again'],
    ],
  },
  {
    title: 'Shoppers',
    acts: [
      ['merge-undone', 'Undid the merge of a guest into an account'],
      ['shopper-sessions-ended', 'Ended the sessions of a shopper'],
      ['shopper-looked-up', 'Looked up the data of {subject}'],
      ['shopper-exported', 'Exported the data of {subject}'],
      ['shopper-erased', 'Erased a shopper'],
      ['redaction-requested', '{source} asked for an erasure ({scope}), which waits'],
      ['redaction-held', '{source} asked for an erasure ({scope}) while it is connected'],
      ['redaction-cancelled', 'Cancelled an erasure that {source} asked for ({scope})'],
      ['redaction-done', 'Carried out an erasure that {source} asked for ({scope})'],
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
