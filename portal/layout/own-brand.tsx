import { provider } from '#browser/provider/provider.ts'
import { Brand } from '#ui/brand.tsx'
import { useEntranceMessages } from '../messages/language.ts'
import mark from './mark.svg'
import { OwnLanguageSwitch } from './own-language-switch.tsx'

/** The portal's own logo. */
export function OwnBrand({ subtitle }: { subtitle?: string | undefined }) {
  const { layout } = useEntranceMessages()
  return <Brand mark={provider.logo ?? mark} name={provider.product} subtitle={subtitle ?? layout.productName} />
}

/** The top of a page without a session. */
export const ownHeader = (
  <>
    <OwnBrand />
    <OwnLanguageSwitch />
  </>
)
