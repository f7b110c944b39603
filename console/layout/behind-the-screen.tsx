import { PaletteKey } from '../search/palette-key.tsx'
import { JobsNotice } from './jobs-notice.tsx'

/** The parts that every screen has but none waits for. */
export const BehindTheScreen = () => (
  <>
    <JobsNotice />
    <PaletteKey />
  </>
)
