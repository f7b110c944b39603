import { expect, test } from 'vitest'
import { settingWords } from '../settings/setting-messages.ts'
import { sampleFieldIn } from './sample-field.ts'

test('a field of the sample has the name that it has in its form', () => {
  const inSpanish = (path: string) => sampleFieldIn(settingWords.es, path)
  expect(inSpanish('provider.name')).toBe('Empresa proveedora')
  expect(inSpanish('contact.emails.realEstate')).toBe('Correo de inmobiliaria y obra')
  expect(inSpanish('personalData.en')).toBe('Datos personales: lo que se lee antes de pedir un cambio, en inglés')
  expect(sampleFieldIn(settingWords.en, 'assistant.privacy.es')).toBe('Assistant: privacy, in Spanish')
  expect(inSpanish('demos.address')).toBe(null)
})
