/** Fields that several calls about people read: addresses, names, new passwords. */
import { isEmail } from '@heartbell/contract/fields'
import { z } from 'zod'
import { minPasswordLength } from '../../domain/secrets/passwords.ts'

export const emailAddress = z
  .string()
  .transform((text) => text.trim().toLowerCase())
  .refine(isEmail, 'must be an e-mail address')

export const personName = z.string().trim().max(100, 'may have at most 100 characters')

export const newPassword = z
  .string()
  .min(minPasswordLength, `must have at least ${minPasswordLength} characters`)
  .max(200, 'may have at most 200 characters')

/** A password that is compared, not set. */
export const typedPassword = z.string().max(200, 'may have at most 200 characters')
