/** What is broken on purpose: the rules that must not go wrong unseen, in groups, each with the tests that stand for it. */

export type Group = {
  name: string
  /** The files that are broken, one place at a time. */
  files: string[]
  /** The tests that have to notice. The slow ones (races, random histories, whole servers) are left to `npm test`. */
  tests: string[]
}

const domain = (...names: string[]) => names.map((name) => `packages/server/src/domain/${name}.ts`)
const http = (...names: string[]) => names.map((name) => `packages/server/src/http/${name}.ts`)
const alerts = (...names: string[]) => names.map((name) => `packages/server/src/alerts/${name}.ts`)
const hooks = (...names: string[]) => names.map((name) => `packages/server/src/hooks/${name}.ts`)

export const groups: Group[] = [
  {
    name: 'identity',
    files: [
      ...domain('tokens', 'shoppers', 'identity-tokens', 'identity-secrets'),
      ...http('identity', 'browser-identity', 'auth'),
    ],
    tests: [
      ...domain('tokens.test', 'shoppers.test', 'identity-tokens.test'),
      ...http(
        'identity.test',
        'guest-sync.test',
        'end-sessions.test',
        'browser-identity.test',
        'limits.test',
        'errors.test',
        'wire.test',
      ),
      'packages/server/src/dashboard/screens/settings/secrets.test.ts',
    ],
  },
  {
    name: 'merge',
    files: domain(
      ...['merges', 'merge-plan', 'unite', 'unite-lists', 'both-sides', 'undo-merge', 'give-back-list', 'merge-record'],
    ),
    tests: [
      ...domain('unite.test', 'merge-links.test', 'merge-record.test', 'give-back-list.test', 'merges.test'),
      ...domain('undo-merge.test', 'shoppers.test', 'both-sides.test'),
      ...http('merged-subscriptions.test'),
    ],
  },
  {
    name: 'offers',
    files: [
      ...domain('plan', 'plan-line', 'plan-offers', 'plan-everyone', 'look-back', 'offers', 'purchases'),
      ...domain('rules/back-in-stock', 'rules/coming-soon', 'rules/low-stock', 'rules/price-drop', 'rules/rules'),
    ],
    tests: [
      ...domain('rules/rules.test', 'offers.test', 'plan-line.test', 'plan.test', 'plan-apart.test', 'rounds.test'),
      ...domain('plan-wakes.test', 'plan-everyone.test', 'passed-over.test', 'taken-back-offers.test', 'topics.test'),
      ...domain('purchases.test', 'conversions.test', 'plan-order.test', 'plan-at-once.test', 'look-back.test'),
      ...domain('dry-run.test'),
      ...http('orders.test'),
      ...alerts('alert-events.test'),
    ],
  },
  {
    name: 'deliveries',
    files: [
      ...domain('claim-deliveries', 'settle-deliveries', 'deliveries', 'delivery-marks', 'redrive-deliveries'),
      ...domain('early-reports'),
      ...alerts('judge', 'judge-deliveries', 'quiet-hours', 'retry-delay', 'rate-window', 'circuit'),
    ],
    tests: [
      ...alerts('judge.test', 'circuit.test', 'send-queue.test'),
      ...domain('deliveries.test', 'claim-deliveries.test', 'settle-deliveries.test', 'redrive-deliveries.test'),
      ...domain('settle-offers.test', 'delivery-order.test', 'early-reports.test', 'subscriptions.test'),
      ...alerts('engine.test', 'senders.test', 'workers.test'),
      ...['hooks/feedback.test', 'dashboard/outbox.test'].map((name) => `packages/server/src/${name}.ts`),
    ],
  },
  {
    name: 'webhooks',
    files: [...domain('signatures', 'provider-signatures'), ...hooks('knock', 'raw-body', 'platforms')],
    tests: [
      ...domain('signatures.test', 'provider-signatures.test'),
      ...hooks('raw-body.test', 'platforms.test', 'shopify.test', 'woocommerce.test', 'bigcommerce.test'),
      ...hooks('feedback.test', 'forgeries.test'),
    ],
  },
]
