import { Anchor } from '@mantine/core'
import { piecesOf } from './text-pieces.ts'

/** A person's text with links; they open in a new tab, without a referrer. */
export const LinkedText = ({ text }: { text: string }) =>
  piecesOf(text).map(({ text: shown, href }, index) =>
    href === null ? (
      shown
    ) : (
      <Anchor key={index} href={href} target="_blank" rel="noopener noreferrer" inherit dir="ltr">
        {shown}
      </Anchor>
    ),
  )
