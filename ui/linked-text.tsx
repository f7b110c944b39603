import { Anchor } from '@mantine/core'
import { piecesOf } from './addresses.ts'

/** What somebody wrote, with its addresses as links; they open beside the portal and are told nothing of it. */
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
