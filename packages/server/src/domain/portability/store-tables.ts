/** The tables whose rows make a store: what leaves with it, in the order in which it can arrive elsewhere. */

export type StoreTable = {
  name: string
  /** Columns sealed with the installation's secret. */
  sealed: readonly string[]
  /** Columns that say something about this place and not about the store. */
  stays: readonly string[]
  /** Columns that are secrets and yet stored in clear, because rows are found by them: they leave only sealed. */
  secrets: readonly string[]
}

const table = (name: string, sealed: string[] = [], stays: string[] = [], secrets: string[] = []): StoreTable => ({
  ...{ name, sealed, stays, secrets },
})

/** What a row stands on comes before it. */
export const storeTables: readonly StoreTable[] = [
  // The pid stands in the manifest: a store gets it when it is whole.
  table('stores', ['token_key', 'identity_secret', 'previous_identity_secret'], ['pid', 'asleep_since']),
  table('api_keys'),
  table('members'),
  table('topics'),
  table('templates'),
  // Where a provider signs nothing, the token in its hook's address is all that tells its messages from others'.
  table('integrations', ['secrets'], [], ['hook_token']),
  table('webhook_endpoints', ['secret', 'previous_secret']),
  table('variants'),
  table('stock_moves'),
  table('inventory_items'),
  table('location_stock'),
  table('told_products'),
  table('feed_runs'),
  table('shoppers'),
  table('lists'),
  table('list_aliases'),
  table('items'),
  table('list_copies'),
  table('list_removals'),
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
  table('subscription_events'),
  table('subscription_forwards'),
  table('triggers'),
  table('offers'),
  table('deliveries'),
  table('purchases'),
  table('messages'),
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

/** Tables with rows of a store that don't leave with it, and why. */
export const excludedTables: Readonly<Record<string, string>> = {
  message_budgets: 'what was used of limits on messages; elsewhere it is counted anew',
  invitations: 'their links lead to this installation; elsewhere people are invited again',
  feed_items: 'as feed_pages, by a release that is one older',
  feed_pages: 'what a feed that is being read holds so far; elsewhere it is read from its start',
}
