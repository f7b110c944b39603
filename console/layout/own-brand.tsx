import { provider } from '#browser/provider/provider.ts'
import { Brand } from '#ui/brand.tsx'
import { useMessages } from '../messages/index.ts'
import mark from './mark.svg'

/** The console's own logo. */
export function OwnBrand() {
  const { layout } = useMessages()
  return <Brand mark={provider.logo ?? mark} name={provider.product} subtitle={layout.productName} />
}
