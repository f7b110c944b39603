import { useLanguage } from '../language.ts'
import { jobsEn } from './jobs-en.ts'
import { type JobsMessages, jobsEs } from './jobs-es.ts'

/** The words of the notice about the jobs, which is loaded after the first screen. */
export const useJobsMessages = (): JobsMessages => (useLanguage() === 'es' ? jobsEs : jobsEn)
