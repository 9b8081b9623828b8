import { expect, test } from 'vitest'
import { sesPassword } from './ses-password.ts'

test('the password is derived from a secret key and a region', () => {
  const key = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
  expect(sesPassword(key, 'us-east-1')).toBe('BLBM/9hSUELfq8Gw+rU1YcBjkOxGbhT2XG763xVLGWL9')
  expect(sesPassword(key, 'eu-west-1')).not.toBe(sesPassword(key, 'us-east-1'))
})
