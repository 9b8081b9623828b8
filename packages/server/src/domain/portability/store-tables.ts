/** The tables of a store's data: those that an export contains, in the order of their import. */

export type StoreTable = {
  name: string
  /** Columns encrypted with the installation's secret. */
  sealed: readonly string[]
  /** Columns that describe this installation, not the store; not exported. */
  stays: readonly string[]
  /** Secrets that are stored in clear because rows are found by them; exported only sealed. */
  secrets: readonly string[]
}

const table = (name: string, sealed: string[] = [], stays: string[] = [], secrets: string[] = []): StoreTable => ({
  ...{ name, sealed, stays, secrets },
})

/** Parents before children. */
export const storeTables: readonly StoreTable[] = [
  // The pid is in the manifest: the store gets it when the import is complete.
  table('stores', ['token_key', 'identity_secret', 'previous_identity_secret'], ['pid', 'asleep_since']),
  table('api_keys'),
  table('members'),
  table('topics'),
  table('templates'),
  // For a provider that signs nothing, the token in its hook's URL is the only proof of a message's origin.
  table('integrations', ['secrets'], [], ['hook_token']),
  table('webhook_endpoints', ['secret', 'previous_secret']),
  table('variants'),
  table('stock_moves'),
  table('inventory_items'),
  table('location_stock'),
  table('told_products'),
  table('feed_runs'),
  table('shoppers'),
  table('platform_customers'),
  table('lists'),
  table('list_aliases'),
  table('items'),
  table('list_copies'),
  table('list_removals'),
  table('deleted_lists'),
  table('deleted_items'),
  table('list_shares'),
  table('merges'),
  table('merged_lists'),
  table('merged_items'),
  table('product_savers'),
  table('product_counts'),
  table('saver_recounts'),
  table('seen_products'),
  table('consents'),
  table('mailing_choices'),
  table('suppressions'),
  table('mail_opt_outs'),
  table('subscriptions'),
  table('subscription_asks'),
  table('any_variant_subscriptions'),
  table('subscription_events'),
  table('subscription_forwards'),
  table('saved_alerts'),
  table('silent_lists'),
  table('saved_changes'),
  table('saved_news'),
  table('triggers'),
  table('round_notes'),
  table('lift_assignments'),
  table('offers'),
  table('deliveries'),
  table('follow_ups'),
  table('purchases'),
  table('messages'),
  table('event_feeds'),
  table('webhook_events'),
  table('webhook_deliveries'),
  table('feedback_messages'),
  table('inbound_messages'),
  table('inbound_bodies'),
  table('redactions'),
  table('used_identities'),
  table('remembered_answers', [], ['sealed_answer']),
  table('subject_exports'),
  table('audit_log'),
  table('daily_figures'),
  table('daily_totals'),
  table('demand'),
  table('wakes'),
]

/** Tables with rows of a store that are not exported, and why. */
export const excludedTables: Readonly<Record<string, string>> = {
  message_budgets: 'used message limits; another installation counts from zero',
  invitations: 'their links lead to this installation; people are invited again elsewhere',
  feed_items: 'the same as feed_pages, written by the previous release',
  feed_pages: 'the progress of a running feed import; another installation reads the feed from its start',
}
