/** Routes of the reports. */
import * as values from '@heartbell/contract/demand-value'
import { writeProductKey } from '@heartbell/contract/fields'
import * as words from '@heartbell/contract/reports'
import type { FastifyInstance } from 'fastify'
import {
  type DemandValue,
  type Expectation,
  expectSale,
  readConversion,
  readDemandValue,
} from '../../../domain/reports/demand-value.ts'
import { readLiftReport, type TopicLift } from '../../../domain/reports/lift-report.ts'
import { readAlertReport, readDemandReport } from '../../../domain/reports/reports.ts'
import type { AppContext } from '../../plumbing/app-context.ts'
import { bindStore } from '../../plumbing/bind.ts'

/** Of the lift, unless the caller says otherwise. */
const shownDays = 90

/** Of the expected sale, unless the caller says otherwise. */
const shownRestock = 10

export function reportRoutes(app: FastifyInstance, context: AppContext): void {
  bindStore(app, context, words.fetchDemand, async (store, { sql, fields }) => {
    const { variants, cursor } = await readDemandReport(sql, store, fields)
    const show = (one: (typeof variants)[number]) =>
      words.demand.write({
        ...one,
        variantId: writeProductKey(one.variantId),
        productId: one.productId === null ? null : writeProductKey(one.productId),
        title: one.title ?? '',
      })
    return words.demandPage.write({ variants: variants.map(show), cursor })
  })

  bindStore(app, context, words.fetchAlertReport, async (store, { sql, fields }) => {
    const { days, cursor } = await readAlertReport(sql, store, fields)
    return words.alertPage.write({ days: days.map((day) => words.alertDay.write(day)), cursor })
  })

  bindStore(app, context, values.fetchDemandValue, async (store, { sql, fields }) => {
    const { restock = shownRestock, ...query } = fields
    const [{ variants, cursor }, conversion] = await Promise.all([
      readDemandValue(sql, store, query),
      readConversion(sql, store),
    ])
    const show = (one: DemandValue) =>
      values.demandValue.write({
        ...one,
        variantId: writeProductKey(one.variantId),
        productId: one.productId === null ? null : writeProductKey(one.productId),
        title: one.title ?? '',
        prices: one.prices.map((point) => values.pricePoint.write(point)),
        expectation: showExpectation(expectSale(one, conversion, restock)),
      })
    return values.demandValuePage.write({
      ...{ conversion: values.conversion.write(conversion), variants: variants.map(show), cursor },
    })
  })

  bindStore(app, context, words.fetchLift, async (store, { sql, fields: { days = shownDays } }) => {
    const topics = await readLiftReport(sql, store, days)
    const show = ({ notified, heldOut, effect, ...rest }: TopicLift) =>
      words.topicLift.write({
        ...rest,
        ...{ notified: words.liftGroup.write(notified), heldOut: words.liftGroup.write(heldOut) },
        ...(effect ?? { difference: null, low: null, high: null }),
      })
    return words.liftReport.write({ topics: topics.map(show) })
  })
}

function showExpectation(expectation: Expectation | null) {
  if (!expectation) return null
  const { restock, expected, low, high } = expectation
  const [middle, least, most] = [expected, low, high].map((sale) => values.expectedSale.write(sale)) as [
    never,
    never,
    never,
  ]
  return values.expectation.write({ restock, expected: middle, low: least, high: most })
}
