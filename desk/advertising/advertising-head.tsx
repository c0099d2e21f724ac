import type { ReactNode } from 'react';
import { Link, NavLink, useRouteLoaderData } from 'react-router';
import { advertisingText as text } from '#app/text/zh-hk/desk-advertising.ts';
import { deskPaths } from '../desk-paths.ts';
import { RoomHead } from '../frame/panel.tsx';
import { Tabs } from '../frame/tabs.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import type { Session } from '../session.ts';
import styles from './advertising.module.css';

/** The heading of a page of the room, and links to the others. */
export function AdvertisingHead({ page, children }: { page: string; children?: ReactNode }) {
  const permissions = useRouteLoaderData<Session>('desk')?.permissions ?? [];
  usePageTitle(`${text.title}：${page}`);
  return (
    <>
      <RoomHead title={text.title} note={text.note}>
        {children}
      </RoomHead>
      <Tabs label={text.tabsLabel}>
        <NavLink to={deskPaths.advertising()} end>
          {text.tabs.bookings}
        </NavLink>
        <NavLink to={deskPaths.adCreatives()}>{text.tabs.creatives}</NavLink>
        <NavLink to={deskPaths.adSlots()}>{text.tabs.slots}</NavLink>
        {permissions.includes('advertising.block') && <NavLink to={deskPaths.adBlocked()}>{text.tabs.blocked}</NavLink>}
      </Tabs>
      {permissions.includes('figures.see') && (
        <p className={styles.report}>
          <Link to={deskPaths.figuresAds()}>{text.figures}</Link>
        </p>
      )}
    </>
  );
}
