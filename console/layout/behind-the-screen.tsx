import { PaletteKey } from '../search/palette-key.tsx'
import { JobsNotice } from './jobs-notice.tsx'

/** What every screen has and none waits for. */
export const BehindTheScreen = () => (
  <>
    <JobsNotice />
    <PaletteKey />
  </>
)
