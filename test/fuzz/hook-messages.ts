/** Valid messages of platforms and providers, which the fuzzer damages. */

export type Messages = { topics: readonly string[]; bodies: readonly object[]; isForm?: true }

const time = '2026-11-15T10:00:00Z'
const variant = {
  id: 41,
  inventory_item_id: 901,
  inventory_quantity: 3,
  inventory_management: 'shopify',
  price: '9.95',
  sku: 'S-1',
  title: 'M',
  option1: 'M',
  updated_at: time,
}
const line = { product_id: 4, variant_id: 41, quantity: 2, price: '9.95', variation_id: 41, total: '19.90' }

const account = { AccountSid: `AC${'0'.repeat(32)}` }
const shop = { shop_id: 1, shop_domain: 'fern.myshopify.com' }

export const messages = {
  shopify: {
    topics: [
      'products/create',
      'products/update',
      'products/delete',
      'inventory_levels/update',
      'inventory_items/update',
      'variants/in_stock',
      'variants/out_of_stock',
      'orders/create',
      'orders/paid',
      'customers/create',
      'customers/update',
      'customers/delete',
      'customers/purchasing_summary',
      'customer.tags_added',
      'customers_email_marketing_consent/update',
      'customers/data_request',
      'customers/redact',
    ],
    bodies: [
      {
        id: 4,
        title: '<script>alert(1)</script>',
        handle: 'shirt',
        status: 'active',
        vendor: 'Fern',
        updated_at: time,
        images: [{ id: 1, src: 'https://cdn.example/1.jpg', variant_ids: [41] }],
        image: { src: 'https://cdn.example/1.jpg' },
        variants: [variant],
      },
      { inventory_item_id: 901, location_id: 1, available: 5, updated_at: time },
      { id: 901, tracked: true },
      variant,
      { id: 7, email: 'a@shop.example', created_at: time, line_items: [line], customer: { email: 'a@shop.example' } },
      {
        id: 1,
        email: 'fuzz@shop.example',
        first_name: '<b>Fuzz</b>',
        last_name: 'Fuzz',
        phone: '+4915112345678',
        state: 'enabled',
        verified_email: true,
        tags: 'a, b',
        orders_count: 1,
        total_spent: '9.95',
        last_order_id: 7,
        addresses: [{ city: 'Berlin', zip: '10115' }],
        updated_at: time,
      },
      { id: 1, admin_graphql_api_id: 'gid://shopify/Customer/1', tax_exemptions: [] },
      {
        customerId: 'gid://shopify/Customer/1',
        tags: ['a'],
        numberOfOrders: 2,
        amountSpent: { amount: '9.95' },
        occurredAt: time,
      },
      { customer_id: 1, email_marketing_consent: { state: 'subscribed', consent_updated_at: time } },
      { ...shop, customer: { id: 1, email: 'fuzz@shop.example', phone: '+4915112345678' }, data_request: { id: 9 } },
      { ...shop, customer: { id: 1, email: 'fuzz@shop.example', phone: '+4915112345678' }, orders_to_redact: [] },
    ],
  },
  woocommerce: {
    topics: [
      'product.created',
      'product.updated',
      'product.deleted',
      'product.restored',
      'order.created',
      'order.updated',
      'customer.created',
      'customer.updated',
      'customer.deleted',
    ],
    bodies: [
      {
        id: 4,
        name: '"><img src=x onerror=alert(1)>',
        status: 'publish',
        type: 'simple',
        permalink: 'https://shop.example/p/4',
        sku: 'S-1',
        price: '9.95',
        regular_price: '9.95',
        sale_price: '',
        stock_quantity: 4,
        manage_stock: true,
        stock_status: 'instock',
        date_modified_gmt: '2026-11-15T10:00:00',
        images: [{ src: 'https://cdn.example/1.jpg' }],
        attributes: [{ option: 'M' }],
        variations: [],
      },
      {
        id: 7,
        status: 'processing',
        date_created_gmt: '2026-11-15T10:00:00',
        billing: { email: 'a@shop.example' },
        line_items: [line],
      },
      {
        id: 1,
        email: 'fuzz@shop.example',
        first_name: 'Fuzz',
        role: 'customer',
        billing: { city: 'Berlin', phone: '030 1' },
        date_modified_gmt: '2026-11-15T10:00:00',
      },
      { id: 1 },
    ],
  },
  bigcommerce: {
    topics: ['webhook'],
    bodies: [
      {
        scope: 'store/sku/inventory/updated',
        producer: 'stores/abcde',
        created_at: 1_794_700_000,
        data: { inventory: { product_id: 4, variant_id: 41, method: 'absolute', value: 5 } },
      },
      { scope: 'store/product/deleted', producer: 'stores/abcde', created_at: 1_794_700_000, data: { id: 4 } },
      {
        scope: 'store/sku/deleted',
        producer: 'stores/abcde',
        created_at: 1_794_700_000,
        data: { sku: { product_id: 4, variant_id: 41 } },
      },
      { scope: 'store/order/created', producer: 'stores/abcde', data: { id: 7 } },
      { scope: 'store/customer/updated', producer: 'stores/abcde', data: { type: 'customer', id: 1 } },
      { scope: 'store/customer/deleted', producer: 'stores/abcde', data: { type: 'customer', id: 1 } },
    ],
  },
  'sendgrid-events': {
    topics: [''],
    bodies: [
      [
        {
          event: 'bounce',
          email: 'fuzz1@shop.example',
          timestamp: 1_794_700_000,
          sg_event_id: 'e1',
          sg_message_id: 'm1.filter',
          'smtp-id': '<a@b>',
          reason: '550 no such user',
          type: 'bounce',
        },
        {
          event: 'delivered',
          email: 'fuzz2@shop.example',
          timestamp: 1_794_700_000,
          sg_event_id: 'e2',
          sg_message_id: 'm2',
        },
      ],
      [{ event: 'dropped', email: 'fuzz3@shop.example', timestamp: 1, sg_event_id: 'e3', reason: 'Bounced Address' }],
    ],
  },
  'postmark-events': {
    topics: [''],
    bodies: [
      { RecordType: 'Delivery', MessageID: 'm1', Recipient: 'fuzz1@shop.example', DeliveredAt: time },
      {
        RecordType: 'Bounce',
        MessageID: 'm2',
        ID: 1,
        Type: 'HardBounce',
        Email: 'fuzz2@shop.example',
        Description: 'gone',
      },
      {
        RecordType: 'SubscriptionChange',
        MessageID: 'm3',
        Recipient: 'fuzz3@shop.example',
        SuppressSending: true,
        SuppressionReason: 'SpamComplaint',
        ChangedAt: time,
      },
    ],
  },
  'ses-events': {
    topics: [''],
    bodies: [
      {
        Type: 'Notification',
        MessageId: 'm1',
        TopicArn: 'arn:aws:sns:eu-central-1:123456789012:bounces',
        Message:
          '{"notificationType":"Bounce","mail":{"messageId":"1"},"bounce":{"bounceType":"Permanent","bouncedRecipients":[{"emailAddress":"a@shop.example"}]}}',
        Timestamp: time,
        SignatureVersion: '1',
        Signature: 'QUJD',
        SigningCertURL: 'https://sns.example/cert.pem',
      },
    ],
  },
  'mailgun-events': {
    topics: [''],
    bodies: [
      {
        signature: { timestamp: '1794700000', token: 'c'.repeat(50), signature: 'a'.repeat(64) },
        'event-data': {
          event: 'failed',
          severity: 'permanent',
          reason: 'bounce',
          timestamp: 1_794_700_000.5,
          recipient: 'fuzz1@shop.example',
          message: { headers: { 'message-id': 'a@b' } },
          'delivery-status': { code: 550, message: 'no such user', 'bounce-type': 'hard' },
        },
      },
    ],
  },
  twilio: {
    isForm: true,
    topics: [''],
    bodies: [
      { ...account, MessageSid: 'SM1', MessageStatus: 'delivered', To: '+4915112345678' },
      { ...account, MessageSid: 'SM2', MessageStatus: 'undelivered', To: '+4915112345678', ErrorCode: '30005' },
      { ...account, From: '+4915112345678', To: '+4915100000000', Body: 'STOP', OptOutType: 'STOP' },
      { ...account, From: '+4915112345678', To: '+4915100000000', Body: 'help' },
      { ...account, From: '+4915112345678', Body: 'Start' },
    ],
  },
} satisfies Record<string, Messages>
