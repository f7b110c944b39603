import type { Messages } from './es.ts'

export const pagesEn: Messages['pages'] = {}
