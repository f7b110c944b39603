import { consoleWebhooks } from '#contract/console/webhooks.ts'
import type { Data } from '#contract/endpoint.ts'
import { call } from '../api.ts'
import { listQuery } from '../lists/list-query.ts'

export type NewWebhook = Data<typeof consoleWebhooks.create>
export type Webhook = NewWebhook['webhook']
export type Delivery = Data<typeof consoleWebhooks.deliveries>['items'][number]

export const webhooksQuery = listQuery(['webhooks'], (from, options) => call(consoleWebhooks.list, from, options))

export const deliveriesQuery = (webhook: number) =>
  listQuery(['deliveries', webhook], (from, options) => call(consoleWebhooks.deliveries, { webhook, ...from }, options))
