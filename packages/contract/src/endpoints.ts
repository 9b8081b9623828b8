/** Every endpoint of the API by its name. The server mounts these, and the OpenAPI document describes them. */

import {
  changeAddress,
  endSubscription,
  fetchSubscription,
  moveSubscription,
  notifySubscription,
} from './alerts/people.ts'
import { fetchSubscriptions, removeSubscriptions, subscribeShopper } from './alerts/shopper-subscriptions.ts'
import { browseSubscriptions, fetchTimeline } from './alerts/store-subscriptions.ts'
import { subscribe } from './alerts/subscriptions.ts'
import {
  fetchTemplates,
  fetchTemplateVersions,
  previewTemplate,
  restoreTemplate,
  saveTemplate,
  testTemplate,
} from './alerts/templates.ts'
import { fetchTopics, saveTopics, triggerTopic } from './alerts/topics.ts'
import { deleteProducts, fetchProducts, recordFeed, recordProducts, recordStock } from './catalog/catalog.ts'
import { recordOrder } from './catalog/orders.ts'
import { fetchDemandValue } from './integrations/demand-value.ts'
import { fetchEvents } from './integrations/event-feed.ts'
import { deleteIntegration, fetchIntegrations, saveIntegration, testIntegration } from './integrations/integrations.ts'
import { fetchAlertReport, fetchDemand, fetchLift } from './integrations/reports.ts'
import {
  deleteWebhook,
  fetchWebhookDeliveries,
  fetchWebhooks,
  replayWebhook,
  rotateWebhook,
  saveWebhook,
  testWebhook,
} from './integrations/webhooks.ts'
import { copyItems, moveItems, reorderItems, setPriority } from './lists/arrangement.ts'
import {
  addToWishlist,
  askWishlist,
  fetchWishlist,
  readWishlist,
  removeFromWishlist,
  subscribeInStock,
} from './lists/default-list.ts'
import {
  changeItems,
  changeItemsEverywhere,
  contains,
  createList,
  deleteList,
  fetchItems,
  fetchList,
  fetchLists,
  fetchListWithContents,
  fetchUserList,
  fetchUserLists,
  updateList,
} from './lists/lists.ts'
import { fetchRecentlyViewed, fetchSavedCart, recordSeen } from './lists/recently-viewed.ts'
import { restoreList } from './lists/restore-list.ts'
import { addSaved, createSaved, fetchSaved, moveSaved, removeSaved, updateSaved } from './lists/save-for-later.ts'
import { chooseSavedAlerts, fetchSavedAlerts } from './lists/saved-alerts.ts'
import { emailList, markArchived, markPrivate, markPublic, markUnarchived, reportShare } from './lists/sharing.ts'
import { askSocialCount, askSocialCounts, socialCount, socialCounts } from './lists/social.ts'
import { registerGuest, syncShopper } from './shoppers/browser-identity.ts'
import { deleteCustomers, recordCustomers } from './shoppers/customers.ts'
import { fetchFeatures } from './shoppers/features.ts'
import { endSessions, generateRegid, syncGuest, undoMerge, whoAmI } from './shoppers/identity.ts'
import type { Endpoint } from './wire/endpoint.ts'

export const endpoints = {
  generateRegid,
  syncGuest,
  undoMerge,
  endSessions,
  recordCustomers,
  deleteCustomers,
  whoAmI,
  registerGuest,
  syncShopper,
  createList,
  updateList,
  changeItems,
  changeItemsEverywhere,
  fetchLists,
  fetchUserLists,
  fetchUserList,
  fetchListWithContents,
  fetchList,
  fetchItems,
  moveItems,
  copyItems,
  reorderItems,
  setPriority,
  deleteList,
  restoreList,
  fetchSavedAlerts,
  chooseSavedAlerts,
  contains,
  markPublic,
  markPrivate,
  markArchived,
  markUnarchived,
  emailList,
  reportShare,
  createSaved,
  fetchSaved,
  addSaved,
  removeSaved,
  updateSaved,
  moveSaved,
  subscribe,
  subscribeShopper,
  fetchSubscriptions,
  removeSubscriptions,
  socialCount,
  askSocialCount,
  socialCounts,
  askSocialCounts,
  recordSeen,
  fetchRecentlyViewed,
  fetchSavedCart,
  fetchFeatures,
  fetchWishlist,
  readWishlist,
  askWishlist,
  addToWishlist,
  removeFromWishlist,
  subscribeInStock,
  recordProducts,
  fetchProducts,
  deleteProducts,
  recordStock,
  recordFeed,
  fetchTopics,
  saveTopics,
  triggerTopic,
  recordOrder,
  browseSubscriptions,
  fetchTimeline,
  fetchSubscription,
  endSubscription,
  moveSubscription,
  changeAddress,
  notifySubscription,
  fetchDemand,
  fetchAlertReport,
  fetchLift,
  fetchDemandValue,
  fetchTemplates,
  saveTemplate,
  fetchTemplateVersions,
  restoreTemplate,
  previewTemplate,
  testTemplate,
  fetchIntegrations,
  saveIntegration,
  deleteIntegration,
  testIntegration,
  fetchWebhooks,
  saveWebhook,
  deleteWebhook,
  rotateWebhook,
  fetchWebhookDeliveries,
  replayWebhook,
  testWebhook,
  fetchEvents,
}

export type EndpointName = keyof typeof endpoints

/** The same as pairs, in the order of the documentation. */
export const allEndpoints = Object.entries(endpoints) as unknown as [name: EndpointName, endpoint: Endpoint][]
