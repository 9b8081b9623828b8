/** Guards of sending inside statements, and the replacements that remove them. */
export const alertRewrites: Record<string, [from: string, to: string][]> = {
  'mark-before-send': [['set due_at = now() + ', "set status = 'sent', sent_at = now(), due_at = now() + "]],
  'ignore-left': [
    // the claim
    ['select subscription_id, status\n', "select subscription_id, replace(status, 'left', 'waiting') as status\n"],
    // the read after it
    [
      'subscription.shopper_id, subscription.status,',
      "subscription.shopper_id, replace(subscription.status, 'left', 'waiting') as status,",
    ],
    // whether the message is still meant for this person, there and in the check before sending
    [
      "subscription.status = 'told'\n      and subscription.told_trigger_id in (trigger.trigger_id, trigger.follows_trigger_id)",
      'true',
    ],
  ],
}
