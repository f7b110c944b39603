import type { Language } from '#contract/moment.ts'
import type { Settings } from '#domain/settings.ts'

/** A mail, as text and as HTML with the same words. */
export interface WrittenMail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** The words of a mail, in their order. Text that somebody typed never becomes markup. */
export interface MailWords {
  readonly language: Language
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly list?: readonly (string | MailLink)[]
  /** The button, with its target. */
  readonly open?: MailLink
  readonly closing: readonly string[]
  /** Small links below everything. */
  readonly below?: readonly MailLink[]
}

interface MailLink {
  readonly label: string
  readonly address: string
}

/** Writes a mail in the provider's look: readable without pictures, on light and dark grounds. */
export function writtenMail(words: MailWords, { product, provider, appearance }: Settings): WrittenMail {
  const { language, subject, paragraphs, list = [], open, closing, below = [] } = words
  const line = ({ label, address }: MailLink) => `${label}: ${address}`
  const text = [
    ...paragraphs,
    ...(list.length > 0 ? [list.map((item) => `- ${typeof item === 'string' ? item : line(item)}`).join('\n')] : []),
    ...(open ? [line(open)] : []),
    ...closing,
    ...below.map(line),
  ].join('\n\n')
  const link = ({ label, address }: MailLink, style = '') =>
    `<a href="${escaped(address)}"${style && ` style="${style}"`}>${escaped(label)}</a>`
  const html = [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    // Only the button has colours. Each mail client chooses its own background, and text that is readable on it.
    `<title>${escaped(subject)}</title><style>:root{color-scheme:light dark}</style></head>`,
    '<body style="margin:0;padding:24px 16px;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5">',
    `<div style="max-width:600px;margin:0 auto;border-top:4px solid ${appearance.accent}">`,
    `<p style="font-size:18px;font-weight:bold">${escaped(provider.name)} · ${escaped(product.name)}</p>`,
    ...paragraphs.map(paragraph),
    ...(list.length > 0
      ? [`<ul>${list.map((item) => `<li>${typeof item === 'string' ? escaped(item) : link(item)}</li>`).join('')}</ul>`]
      : []),
    ...(open
      ? [
          `<p style="margin:24px 0">${link(open, `display:inline-block;padding:12px 20px;border-radius:4px;background:${appearance.accent};color:#ffffff;text-decoration:none;font-weight:bold`)}</p>`,
        ]
      : []),
    ...closing.map(paragraph),
    ...(below.length > 0 ? [`<p style="font-size:13px">${below.map((each) => link(each)).join(' · ')}</p>`] : []),
    '</div></body></html>',
  ].join('')
  return { subject: oneHeader(subject), text, html }
}

/** A header is one line, whatever it quotes. */
const oneHeader = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ')

const paragraph = (text: string): string => `<p>${escaped(text)}</p>`

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter)
