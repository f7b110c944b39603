import { consoleTechnicians } from '#contract/console/technicians.ts'
import type { Data } from '#contract/endpoint.ts'
import { call } from '../api.ts'
import { MASTERS, listQuery } from '../lists/list-query.ts'

export type Technician = Data<typeof consoleTechnicians.list>['items'][number]

export const TECHNICIANS = [...MASTERS, 'technicians'] as const

export const techniciansQuery = (search: string) =>
  listQuery(['technicians', search], (from, options) => call(consoleTechnicians.list, { search, ...from }, options))
