/** The specification, sections 3 to 9: states, calls, authentication, errors, limits and versions. */
import type { Section } from './section.ts'

export const specCalls: Section[] = [
  {
    id: 'S3',
    title: 'States',
    statements: {
      st: 'A list has the status st: 1 is active, 0 is inactive.',
      deleted: 'The record of a deleted list has st 1.',
    },
  },
  {
    id: 'S4',
    title: 'Every call',
    statements: {
      form: 'A body of form data is application/x-www-form-urlencoded.',
      json: 'Answers are JSON.',
    },
  },
  {
    id: 'S4.1',
    title: 'Generate regid',
    statements: {
      path: 'POST /storeadmin/v3/user/generate-regid, with Basic authentication and a form.',
      uuid: 'uuid: a UUID v4, required for guests.',
      useremail: 'useremail: an e-mail address, required for logged-in users.',
      useragenttype: 'useragenttype, string, required: the user agent that requests the regid.',
      either: 'Rule 1: either uuid or useremail is sent.',
      distinct: 'Rule 2: the regid is distinct for each uuid or e-mail, and unchanged until that changes.',
      login:
        'Rule 3: called again when a guest logs in, it links the guest’s regid to the account; the wishlist stays.',
      invalid: 'Rule 4: with no parameters or invalid ones no regid is generated, and an error body is returned.',
      success: 'A success has message, regid and sessionid; the message says that a uuid or an e-mail was used.',
      error: 'An error has error (true), type (invalid-uuid if the uuid is no UUID v4) and msg.',
    },
  },
  {
    id: 'S4.2',
    title: 'Subscribe to alerts',
    statements: {
      path: 'POST /storeadmin/bispa/subscriptions/create.',
      'user-agent': 'The header user-agent is required.',
      'content-type': 'The header Content-Type is application/x-www-form-urlencoded.',
      authorization: 'The header Authorization is required: Basic.',
      accept: 'The header Accept is optional; application/json works.',
      medium: 'medium, required: email or sms.',
      mediumvalue: 'mediumvalue, required: the e-mail address or phone number.',
      products: 'products, required: a JSON array of products as text.',
      topics: 'topics, required: a JSON array of one or several topic names as text.',
      addtomailinglist: 'addtomailinglist, optional: 0 opts out of the mailing list, 1 opts in.',
      extras: 'extras, string, optional: at most 2048 characters.',
      success: 'A success has message, products (product records) and topics (the names subscribed to).',
      unchecked: 'Rule 1: stock, quantity and validity of topics are not checked.',
    },
  },
  {
    id: 'S4.3',
    title: 'Delete list',
    statements: {
      path: 'POST /api/v3/lists/delete-list?pid= deletes the list and all its contents in one call.',
      pid: 'Query pid, URL-encoded, required: the store.',
      limit: 'Query limit, int64, optional: at most so many records are returned.',
      offset: 'Query offset, int64, optional: so many records are skipped.',
      lid: 'Form lid, required: the list.',
      shopper: 'Form regid and sessionid, required: as generate-regid gave them.',
      answer:
        'The answer is the list record, with di, userinfo, lty, cts, lname, lid, pid, st, uts, lhash, uid, cnt, cby, id, _pkey, _t, itemcmnts, uby, cfor.',
    },
  },
  {
    id: 'S4.4',
    title: 'Update context',
    statements: {
      path: 'POST /api/v3/lists/update-ctx?pid= with regid, sessionid, lid and a: a JSON array of items with epi, empi, du as text.',
    },
  },
  {
    id: 'S4.5',
    title: 'Save for later, in the browser',
    statements: {
      init: '<client>.SaveForLater.init(onSuccess, onError): onSuccess is called when the save-for-later list exists.',
      error: 'onError is called on an error, with an XHR object.',
      lid: 'Called before any other save-for-later operation, it gives the lid of the list.',
      answer:
        'The answer has list (lid, lty sfl, lname, st, cts, uts, cprops, ldesc …), items (empty on creation), userinfo, and pagination (totalcount, next, limit).',
      create:
        'A list is created with lname (required, 3 to 50 characters, unique for the user), lnote, lprops, and lty (wl or sfl).',
    },
  },
  {
    id: 'S4.6',
    title: 'Fetch lists, in the browser',
    statements: {
      call: '<client>.fetchLists({ callbackFn, errorFn, lty }): callbackFn gets the array of lists.',
      error: 'errorFn gets an XHR object.',
      lty: 'lty, optional: only lists of one configured type.',
      account: 'Logged-in users: all lists associated with their e-mail.',
      guest: 'Guests: all lists created in the current session, linked to their device.',
      answer: 'Each list is a list record with listcontents, cnt and userinfo (null or an object).',
      cache: 'The result is cached locally for 5 minutes; a network request is made only when the cache is not valid.',
    },
  },
  {
    id: 'S4.7',
    title: 'Custom list item',
    statements: {
      enabled: 'Custom items are enabled per store, on request.',
    },
  },
  {
    id: 'S5',
    title: 'Authentication',
    statements: {
      basic: 'Store Admin calls use Basic authentication: the username is the pid, the password the API key.',
      dashboard: 'The pid and the API key are created in the dashboard.',
      invalid: 'An invalid key gives 401.',
      calls: 'Basic authentication applies to generate-regid and to the subscription call.',
      delete: 'delete-list has the store as query parameter pid, and the shopper as regid and sessionid.',
    },
  },
  {
    id: 'S7',
    title: 'Errors',
    statements: {
      body: 'Every error has a JSON body with an error message.',
      'status-400': '400: the request is invalid; change the parameters.',
      'status-401': '401: not granted to this user; for REST calls possibly a wrong API key.',
      'status-403': '403: not allowed to request this data.',
      'status-404': '404: the data was not found.',
      'status-429': '429: too many requests.',
      'status-500': '500: a problem of the server.',
      'status-503': '503: temporarily offline for maintenance.',
      regid: 'generate-regid: error (true), type and msg; type invalid-uuid when the UUID v4 is missing or invalid.',
    },
  },
  {
    id: 'S8',
    title: 'Limits',
    statements: {
      extras: 'extras of a subscription: at most 2048 characters.',
      lname: 'lname on creation: 3 to 50 characters.',
      lbls: 'lbls of an item: one value.',
      cache: 'The local cache of fetchLists: 5 minutes.',
      'status-429': 'Excess requests get the status 429.',
    },
  },
  {
    id: 'S9',
    title: 'Versions in paths',
    statements: {
      paths:
        'generate-regid has v3 in its path, list calls have the prefix /api/v3/, the subscription call has no version.',
    },
  },
]
