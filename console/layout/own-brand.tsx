import { product } from '#content/settings.json'
import { Brand } from '#ui/brand.tsx'
import { useMessages } from '../messages/index.ts'
import mark from './mark.svg'

/** The console's own logo. */
export function OwnBrand() {
  const { layout } = useMessages()
  return <Brand mark={mark} name={product.name} subtitle={layout.productName} />
}
