/** One thing doctor looked at: how it is, and when it is not well, what to do. */
export type Check = { name: string; state: 'ok' | 'warn' | 'fail'; says: string }
