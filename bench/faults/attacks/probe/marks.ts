/** Words that only the victim's data contains: an answer with one of them is a leak. */

/** In data of a person or of the store's staff. */
export const canary = 'canary-7f3a'
/** In what every visitor of the victim's shop may see, and no caller of another store: its name, its catalog. */
export const shopMark = 'shopmark-91c2'
