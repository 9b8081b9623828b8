/** The draw of a hold-out in JavaScript: the same number as in SQL. */
import { createHash } from 'node:crypto'

export const drawNumber = (key: Buffer, subscriptionId: string) =>
  createHash('sha256')
    .update(key)
    .update(Buffer.from(subscriptionId.replaceAll('-', ''), 'hex'))
    .digest()
    .readUInt32BE(0) /
  2 ** 32
