/** The platforms whose messages are accepted. */
import type { Adapter } from './adapter.ts'
import { bigcommerce } from './bigcommerce.ts'
import { shopify } from './shopify.ts'
import { woocommerce } from './woocommerce.ts'

export const adapters: readonly Adapter[] = [shopify, woocommerce, bigcommerce]
