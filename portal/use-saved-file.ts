import { useSavedFile as saving } from '#browser/saving/use-saved-file.ts'
import { sentenceOf } from './api.ts'

/** Saves a file of the server's, with the portal's sentences. */
export const useSavedFile = (failed: (reason: string) => string) => saving({ failed, sentenceOf })
