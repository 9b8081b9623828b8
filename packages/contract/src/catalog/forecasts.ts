/** A dry run's answer: who would be notified, when and why. */
import { z } from 'zod'
import { productKeyOut } from '../wire/fields.ts'
import { forecastNames } from '../wire/names.ts'
import { resource } from '../wire/resource.ts'

export const forecast = resource(forecastNames, {
  medium: z.string(),
  address: z.string(),
  topic: z.string(),
  variantId: productKeyOut,
  position: z.int().min(1),
  at: z.number(),
  reason: z.string(),
})
