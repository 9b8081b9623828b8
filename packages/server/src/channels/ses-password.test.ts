import { expect, test } from 'vitest'
import { sesPassword } from './ses-password.ts'

test('a secret key and a region make a password', () => {
  const key = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
  expect(sesPassword(key, 'us-east-1')).toBe('BLBM/9hSUELfq8Gw+rU1YcBjkOxGbhT2XG763xVLGWL9')
  expect(sesPassword(key, 'eu-west-1')).not.toBe(sesPassword(key, 'us-east-1'))
})
