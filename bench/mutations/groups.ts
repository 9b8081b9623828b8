/** The mutated files: rules whose failure must be noticed, in groups, each with the tests that cover it. */

export type Group = {
  name: string
  /** The files that are mutated, one place at a time. */
  files: string[]
  /** The tests that must fail. The slow ones (races, random histories, whole servers) run in `npm test` only. */
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
      ...domain('secrets/tokens', 'shoppers/shoppers', 'secrets/identity-tokens', 'stores/identity-secrets'),
      ...http('routes/shopper/identity', 'routes/shopper/browser-identity', 'plumbing/auth'),
    ],
    tests: [
      ...domain('secrets/tokens.test', 'shoppers/shoppers.test', 'secrets/identity-tokens.test'),
      ...http(
        'routes/shopper/identity.test',
        'routes/shopper/guest-sync.test',
        'plumbing/end-sessions.test',
        'routes/shopper/browser-identity.test',
        'plumbing/limits.test',
        'plumbing/errors.test',
        'plumbing/wire.test',
      ),
      'packages/server/src/dashboard/screens/settings/secrets.test.ts',
    ],
  },
  {
    name: 'merge',
    files: domain(
      ...[
        'merges/merges',
        'merges/merge-plan',
        'merges/combine-rules',
        'merges/combine-lists',
        'merges/lock-guest-and-account',
        'merges/undo-merge',
        'merges/restore-guest-list',
        'merges/merge-record',
      ],
    ),
    tests: [
      ...domain(
        'merges/combine-rules.test',
        'merges/merge-links.test',
        'merges/merge-record.test',
        'merges/restore-guest-list.test',
        'merges/merges.test',
      ),
      ...domain('merges/undo-merge.test', 'shoppers/shoppers.test', 'merges/lock-guest-and-account.test'),
      ...http('routes/shopper/merged-subscriptions.test'),
    ],
  },
  {
    name: 'offers',
    files: [
      ...domain(
        'planning/plan',
        'planning/waiting-line',
        'planning/plan-offers',
        'planning/plan-everyone',
        'planning/replan-late-joiners',
        'planning/offers',
        'deliveries/purchases',
      ),
      ...domain('rules/back-in-stock', 'rules/coming-soon', 'rules/low-stock', 'rules/price-drop', 'rules/rules'),
    ],
    tests: [
      ...domain(
        'rules/rules.test',
        'planning/offers.test',
        'planning/waiting-line.test',
        'planning/plan.test',
        'planning/plan-apart.test',
        'planning/rounds.test',
      ),
      ...domain(
        'planning/plan-scheduled-work.test',
        'planning/plan-everyone.test',
        'planning/passed-over.test',
        'planning/taken-back-offers.test',
        'stores/topics.test',
      ),
      ...domain(
        'deliveries/purchases.test',
        'deliveries/conversions.test',
        'planning/plan-order.test',
        'planning/plan-at-once.test',
        'planning/replan-late-joiners.test',
      ),
      ...domain('planning/dry-run.test'),
      ...http('routes/store/orders.test'),
      ...alerts('alert-events.test'),
    ],
  },
  {
    name: 'deliveries',
    files: [
      ...domain(
        'deliveries/claim-deliveries',
        'deliveries/settle-deliveries',
        'deliveries/deliveries',
        'deliveries/delivery-marks',
        'deliveries/retry-failed',
      ),
      ...domain('deliveries/reports-before-send', 'schedule/backoff'),
      ...alerts(
        'sending/send-check',
        'sending/check-deliveries',
        'pacing/quiet-hours',
        'pacing/rate-window',
        'pacing/circuit',
      ),
    ],
    tests: [
      ...alerts('sending/send-check.test', 'pacing/circuit.test', 'sending/provider-queue.test'),
      ...domain(
        'deliveries/deliveries.test',
        'deliveries/claim-deliveries.test',
        'deliveries/settle-deliveries.test',
        'deliveries/retry-failed.test',
        'schedule/backoff.test',
      ),
      ...domain(
        'deliveries/settle-offers.test',
        'deliveries/delivery-order.test',
        'deliveries/reports-before-send.test',
        'subscriptions/subscribe.test',
      ),
      ...alerts('engine.test', 'outgoing/messages-workers.test', 'workers.test'),
      ...['hooks/feedback.test', 'dashboard/outbox.test'].map((name) => `packages/server/src/${name}.ts`),
    ],
  },
  {
    name: 'webhooks',
    files: [
      ...domain('secrets/signatures', 'secrets/provider-signatures'),
      ...hooks('plumbing/incoming-hook', 'plumbing/raw-body', 'platforms/platforms'),
    ],
    tests: [
      ...domain('secrets/signatures.test', 'secrets/provider-signatures.test'),
      ...hooks(
        'plumbing/raw-body.test',
        'platforms/platforms.test',
        'platforms/shopify.test',
        'platforms/woocommerce.test',
        'platforms/bigcommerce.test',
      ),
      ...hooks('feedback/feedback.test', 'forgeries.test'),
    ],
  },
]
