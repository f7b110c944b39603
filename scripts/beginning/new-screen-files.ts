import { UNDESCRIBED, type Read, type Written, camel, capital, inserted } from './source.ts'

interface Beginning {
  readonly application: 'portal' | 'console'
  /** In kebab-case, such as `invoices`: the folder, and its name in the code. */
  readonly feature: string
  /** As people see it, such as `/facturas`. */
  readonly address: string
}

/** The files of CONTRIBUTING's recipe for a screen, with a journey that fails. */
export function newScreen(beginning: Beginning, files: readonly string[], read: Read): Written {
  const { application, feature } = beginning
  const page = `${application}/${feature}/${feature}-page.tsx`
  const journey = `e2e/${application === 'console' ? 'console-' : ''}${feature}.e2e.ts`
  for (const file of [page, journey]) if (files.includes(file)) throw new Error(`${file} is there already`)
  const paths = `${application}/paths.ts`
  const address = `  ${camel(feature)}: '${beginning.address}',\n`
  return {
    [page]: application === 'portal' ? portalPage(feature) : consolePage(feature),
    [paths]: inserted(read(paths), address, '} as const', 'export const paths = {'),
    ...(application === 'portal' ? inPortal(beginning, read) : inConsole(beginning, read)),
    [journey]: redJourney(beginning),
  }
}

const titled = (feature: string) =>
  `\n  ${camel(feature)}: {\n    title: '${UNDESCRIBED}',\n    none: '${UNDESCRIBED}',\n  },`

function inPortal({ feature, address }: Beginning, read: Read): Written {
  const name = camel(feature)
  const route = `const ${name} = createRoute({
  getParentRoute: () => fullSessions,
  path: paths.${name},
  component: screen(() => import('./${feature}/${feature}-page.tsx'), '${capital(name)}Page'),
})

`
  const routes = inserted(read('portal/routes.tsx'), route, 'const administrators = createRoute')
  return {
    'portal/routes.tsx': inserted(routes, `, ${name}`, '])', 'fullSessions.addChildren(['),
    'portal/messages/pages-es.ts': inserted(
      read('portal/messages/pages-es.ts'),
      `\n${titled(feature)}`,
      '\n}\n',
      'export const pagesEs',
    ),
    'portal/messages/pages-en.ts': inserted(
      read('portal/messages/pages-en.ts'),
      `\n${titled(feature)}`,
      '\n}\n',
      'export const pagesEn',
    ),
    'e2e/screens.ts': inserted(read('e2e/screens.ts'), `  '${address.slice(1)}',\n`, "  'login',"),
  }
}

function inConsole({ feature }: Beginning, read: Read): Written {
  const name = camel(feature)
  const page = `const ${capital(name)}Page = screen(() => import('./${feature}/${feature}-page.tsx'), '${capital(name)}Page')\n`
  const route = `const ${name} = createRoute({ getParentRoute: () => shell, path: paths.${name}, component: ${capital(name)}Page })\n\n`
  const lazy = inserted(read('console/routes.tsx'), page, '\nconst root = createRootRoute')
  const routes = inserted(lazy, route, '/** With a session, an unknown address')
  return {
    'console/routes.tsx': inserted(routes, `${name},\n        `, 'supervisor.addChildren([', 'routeTree:'),
    'console/messages/masters-es.ts': inserted(
      read('console/messages/masters-es.ts'),
      `\n${titled(feature)}`,
      '\n}\n',
      'export const mastersEs',
    ),
    'console/messages/masters-en.ts': inserted(
      read('console/messages/masters-en.ts'),
      `\n${titled(feature)}`,
      '\n}\n',
      'export const mastersEn',
    ),
  }
}

const portalPage = (feature: string) => `\
import { Title } from '@mantine/core'
import { EmptyState } from '#ui/states.tsx'
import { usePageTitle } from '../layout/page-title.ts'
import { useMessages } from '../messages/index.ts'

/** ${UNDESCRIBED} */
export function ${capital(camel(feature))}Page() {
  const { ${camel(feature)}: words } = useMessages().pages
  usePageTitle(words.title)
  return (
    <>
      <Title order={1} size="h2" mb="md">
        {words.title}
      </Title>
      <EmptyState title={words.none} />
    </>
  )
}
`

const consolePage = (feature: string) => `\
import { EmptyState } from '#ui/states.tsx'
import { MasterPage } from '../masters/master-page.tsx'
import { useMasterMessages } from '../messages/masters.ts'

/** ${UNDESCRIBED} */
export function ${capital(camel(feature))}Page() {
  const { ${camel(feature)}: words } = useMasterMessages()
  return (
    <MasterPage title={words.title}>
      <EmptyState title={words.none} />
    </MasterPage>
  )
}
`

const redJourney = ({ application, address }: Beginning) => {
  const [fixture, begins, place] =
    application === 'portal'
      ? ['beginSession', 'await beginSession()', address.slice(1)]
      : ['', "await logIn(page, 'raul')", `/consola${address}`]
  return `\
import { expect, test } from './people.ts'
${application === 'console' ? "import { logIn } from './technicians.ts'\n" : ''}
test('${address} says what it is for', async ({ page, ${fixture && `${fixture}, `}expectAccessible }) => {
  ${begins}
  await page.goto('${place}')
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toBeVisible()
  await expectAccessible()
  // Its title, then what can be done there: loading, empty, failed and offline included.
  await expect(title).not.toHaveText('${UNDESCRIBED}')
})
`
}
