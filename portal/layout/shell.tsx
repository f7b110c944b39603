import { Outlet } from '@tanstack/react-router'
import { Frame, useFramedMenu } from '#ui/frame.tsx'
import { useMessages } from '../messages/index.ts'
import { NoticesBanner } from '../notices/notices-banner.tsx'
import { SideMenu } from './side-menu.tsx'
import { TopBar } from './top-bar.tsx'
import { WithQueries } from './with-queries.tsx'

/** The layout of spec §2: top bar and side menu around the screen. */
export function Shell() {
  const { layout } = useMessages()
  const { menuButton, menu } = useFramedMenu(layout)
  return (
    <Frame skip={layout.skipToContent} bar={<TopBar menuButton={menuButton} />} menu={<SideMenu {...menu} />}>
      <WithQueries>
        <NoticesBanner />
        <Outlet />
      </WithQueries>
    </Frame>
  )
}
