import type { Messages } from './es.ts'

export const incidentsEn: Messages['incidents'] = {}
