import type { ReactNode } from 'react';
import { NavLink, useRouteLoaderData } from 'react-router';
import { wordsRoomsText } from '#app/text/zh-hk/desk-words-rooms.ts';
import { deskPaths } from '../../desk-paths.ts';
import { RoomHead } from '../../frame/panel.tsx';
import { Tabs } from '../../frame/tabs.tsx';
import { usePageTitle } from '../../frame/use-page-title.ts';
import type { Session } from '../../session.ts';

const { tabs } = wordsRoomsText;
/** Path, words and permission of each part of the room. */
const TABS = [
  [deskPaths.words(), tabs.words, 'articles.edit'],
  [deskPaths.breaking(), tabs.breaking, 'breaking-news.publish'],
  [deskPaths.liveBlogs(), tabs.live, 'articles.publish'],
  [deskPaths.homeOrder(), tabs.home, 'articles.publish'],
  [deskPaths.columns(), tabs.columns, 'pages.edit'],
  [deskPaths.chart(), tabs.chart, 'pages.edit'],
  [deskPaths.staticPages(), tabs.pages, 'pages.edit'],
  [deskPaths.deadLinks(), tabs.links, 'articles.edit'],
] as const;

/** The heading of a part of the Words room, and links to the others. */
export function WordsHead({ title, note, children }: { title: string; note?: string; children?: ReactNode }) {
  const session = useRouteLoaderData<Session>('desk');
  usePageTitle(title);
  return (
    <>
      <RoomHead title={title} {...(note !== undefined && { note })}>
        {children}
      </RoomHead>
      <Tabs label={wordsRoomsText.tabsLabel}>
        {TABS.filter(([, , permission]) => session?.permissions.includes(permission)).map(([to, words]) => (
          <NavLink key={to} to={to} end={to === deskPaths.words()}>
            {words}
          </NavLink>
        ))}
      </Tabs>
    </>
  );
}
