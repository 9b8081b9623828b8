/** Writes the forecast of a dry run. */
import { writeProductKey } from '@heartbell/contract/fields'
import { forecast } from '@heartbell/contract/forecasts'
import type { AlertForecast } from '../../../domain/planning/dry-run.ts'

export const showForecast = (one: AlertForecast) =>
  forecast.write({ ...one, variantId: writeProductKey(one.variantId), at: one.at.getTime() })
