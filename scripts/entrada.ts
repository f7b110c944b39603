// `npm run entrada -- --instalacion LEV-01 --contacto 11`: prints a new link into the demo, valid once, within five minutes.
import { parseArgs } from 'node:util'
import { CLIENT_SUBJECT } from '#contract/entry-codec.ts'
import { readEnvironment } from '#server/env.ts'
import { entryLink, signDemoEntry } from '#server/demo/entry-link.ts'

const USAGE = `Usage: npm run entrada -- --instalacion LEV-01 [--contacto 11] [--usuario lferrer] [--empresa 001]
         [--modulo Ventas] [--programa PREF] [--puerto 3000 | --url https://portal.example.com]
Without --contacto the entry is the client's own.`

const { instalacion, contacto, usuario, empresa, modulo, programa, puerto, url } = readArguments()
const context = {
  ...(empresa && { company: empresa }),
  ...(modulo && { module: modulo }),
  ...(programa && { program: programa }),
}
const subject = contacto ?? CLIENT_SUBJECT
const entry = { installation: instalacion, subject, context, ...(usuario && { caller: usuario }) }
console.log(entryLink(origin(), await signDemoEntry(entry, new Date())))

function origin(): string {
  if (url) return new URL(url).origin
  const { publicUrl, port } = readEnvironment()
  return puerto === undefined && publicUrl ? publicUrl : `http://127.0.0.1:${puerto ?? port}`
}

function readArguments() {
  const text = { type: 'string' } as const
  try {
    const { values } = parseArgs({
      options: {
        instalacion: text,
        contacto: text,
        usuario: text,
        empresa: text,
        modulo: text,
        programa: text,
        puerto: text,
        url: text,
      },
    })
    const { instalacion, url, ...rest } = values
    if (instalacion && (url === undefined || URL.canParse(url))) return { instalacion, url, ...rest }
  } catch {
    // An unknown option: the usage lists those that exist.
  }
  console.error(USAGE)
  return process.exit(1)
}
