/** Events of platforms in one shape: each adapter yields these, and apply-inbound.ts applies them. */

import type { VariantRow } from '../catalog/variants.ts'
import type { Order } from '../deliveries/purchases.ts'
import type { CustomerUpdate } from '../shoppers/customers.ts'
import type { CustomerPart } from './platform-customers.ts'

/** Platforms that send messages; the same names as in the table. */
export type Platform = 'shopify' | 'woocommerce' | 'bigcommerce'

/** `inventoryItemId`: what the platform counts it under, where that is another id than the variant's. */
export type InboundVariant = { row: VariantRow; inventoryItemId?: string | undefined }

export type InboundEvent =
  /**
   * `occurredAt`, `stockAt`: null where the platform does not say, or says it of something else; then it is news.
   * `others`: what became of the product's variants that are not named.
   */
  | {
      kind: 'product'
      productId: string
      occurredAt: Date | null
      stockAt: Date | null
      variants: InboundVariant[]
      others: 'stay' | 'gone'
      /** It was deleted and is sold again: newer than the deletion despite its own time, where the catalog has it as deleted. */
      restores?: boolean
    }
  | { kind: 'product-deleted'; productId?: string; variantId?: string; occurredAt: Date | null }
  /** `available` null: not counted. At a place: the sum of all places counts. */
  | {
      kind: 'stock'
      variantId?: string | undefined
      inventoryItemId?: string | undefined
      location?: string | undefined
      available: number | null
      occurredAt: Date | null
    }
  | { kind: 'tracking'; inventoryItemId: string; tracked: boolean }
  | { kind: 'order'; order: Omit<Order, 'source'> }
  /** `changedAt`: where the time of the customer's last change is not the time of what is told. */
  | { kind: 'customer'; customerId: string; customer: CustomerUpdate; changedAt?: Date | null }
  /** The platform's own id is all that is left of a customer. */
  | { kind: 'customer-deleted'; customerId: string }
  | { kind: 'customer-part'; customerId: string; part: CustomerPart }
  | { kind: 'privacy'; ask: 'export' | 'erase' | 'erase-store'; requestId: string; email?: string; phone?: string }
  /** The platform let go of us. */
  | { kind: 'disconnected' }
