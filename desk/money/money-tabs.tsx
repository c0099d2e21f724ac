import { NavLink, useRouteLoaderData } from 'react-router';
import { moneyText } from '#app/text/zh-hk/desk-money.ts';
import { deskPaths } from '../desk-paths.ts';
import { RoomHead } from '../frame/panel.tsx';
import { Tabs } from '../frame/tabs.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import type { Session } from '../session.ts';

const { tabs } = moneyText;

/** The heading of a page of the room, and links to the others. Those who only make codes see only these. */
export function MoneyHead({ page, note }: { page: string; note?: string }) {
  const session = useRouteLoaderData<Session>('desk');
  usePageTitle(page);
  return (
    <>
      <RoomHead title={page} {...(note !== undefined && { note })} />
      {session?.permissions.includes('money.see') && (
        <Tabs label={moneyText.tabsLabel}>
          <NavLink to={deskPaths.money()} end>
            {tabs.work}
          </NavLink>
          <NavLink to={deskPaths.orders()}>{tabs.orders}</NavLink>
          <NavLink to={deskPaths.ledger()}>{tabs.ledger}</NavLink>
          <NavLink to={deskPaths.offline()}>{tabs.offline}</NavLink>
          <NavLink to={deskPaths.plans()}>{tabs.plans}</NavLink>
          <NavLink to={deskPaths.codes()}>{tabs.codes}</NavLink>
        </Tabs>
      )}
    </>
  );
}
