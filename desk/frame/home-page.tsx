import { Link, useOutletContext } from 'react-router';
import { permissionText, roleText } from '#app/text/zh-hk/desk-names.ts';
import { deskText } from '#app/text/zh-hk/desk.ts';
import { ChannelStrip } from '../on-air/channel-strip.tsx';
import type { Session } from '../session.ts';
import { Panel, RoomHead } from './panel.tsx';
import { roomOfPermission, roomsOf } from './rooms.ts';
import { ToDo } from './to-do.tsx';
import { usePageTitle } from './use-page-title.ts';
import styles from './home-page.module.css';

/** What waits for the caller, the state of the channels, and links to what the caller may do. */
export function HomePage() {
  const session = useOutletContext<Session>();
  const { name, roles, permissions } = session;
  const text = deskText.home;
  usePageTitle(deskText.rooms.home);
  const open = new Set(roomsOf(session).map(({ to }) => to));
  const held = roles.map(({ role, scope }) => roleText(role) + (scope ? ` ${scope.id}` : '')).join('、');
  return (
    <>
      <RoomHead title={text.hello(name)} note={held} />
      {roles.length === 0 && (
        <Panel title={text.roles}>
          <p className={styles.words}>{text.noRole}</p>
        </Panel>
      )}
      {permissions.includes('on-air.see') && <ChannelStrip />}
      <ToDo permissions={permissions} />
      {permissions.length > 0 && (
        <Panel title={text.may}>
          <ul className={styles.chips}>
            {permissions.map((permission) => {
              const { room, to } = roomOfPermission(permission);
              const words = permissionText(permission);
              return <li key={permission}>{open.has(room) ? <Link to={to}>{words}</Link> : <span>{words}</span>}</li>;
            })}
          </ul>
        </Panel>
      )}
    </>
  );
}
