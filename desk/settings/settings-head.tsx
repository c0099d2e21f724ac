import { NavLink, useRouteLoaderData } from 'react-router';
import { settingsText as text } from '#app/text/zh-hk/desk-settings.ts';
import { dateTimeHk } from '#shared/hk-time.ts';
import { deskPaths } from '../desk-paths.ts';
import { RoomHead } from '../frame/panel.tsx';
import { Tabs } from '../frame/tabs.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import type { Session } from '../session.ts';

/** Minutes of an instant in Hong Kong. */
export const momentText = (seconds: number): string => dateTimeHk(new Date(seconds * 1000)).slice(0, 16);

/** The heading of a page of the room, and links to the others. */
export function SettingsHead({ page, note }: { page: string; note: string }) {
  const session = useRouteLoaderData<Session>('desk');
  usePageTitle(page);
  return (
    <>
      <RoomHead title={page} note={note} />
      <Tabs label={text.tabsLabel}>
        <NavLink to={deskPaths.settings()} end>
          {text.tabs.switches}
        </NavLink>
        <NavLink to={deskPaths.settingsNotes()}>{text.tabs.notes}</NavLink>
        <NavLink to={deskPaths.settingsRetention()}>{text.tabs.retention}</NavLink>
        {session?.permissions.includes('settings.edit') && (
          <NavLink to={deskPaths.settingsMails()}>{text.tabs.mails}</NavLink>
        )}
      </Tabs>
    </>
  );
}
