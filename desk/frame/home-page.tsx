import { useOutletContext } from 'react-router';
import { permissionText, roleText } from '#app/text/zh-hk/desk-names.ts';
import { deskText } from '#app/text/zh-hk/desk.ts';
import type { Session } from '../session.ts';
import { Panel, RoomHead } from './panel.tsx';
import { usePageTitle } from './use-page-title.ts';
import styles from './home-page.module.css';

/** What the caller may do here. */
export function HomePage() {
  const { name, roles, permissions } = useOutletContext<Session>();
  const text = deskText.home;
  usePageTitle(deskText.rooms.home);
  return (
    <>
      <RoomHead title={text.hello(name)} />
      <Panel title={text.roles}>
        {roles.length === 0 ? (
          <p className={styles.words}>{text.noRole}</p>
        ) : (
          <ul className={styles.chips}>
            {roles.map(({ role, scope }) => (
              <li key={`${role}-${scope?.kind}-${scope?.id}`}>
                {roleText(role)}
                {scope && ` ${scope.id}`}
              </li>
            ))}
          </ul>
        )}
      </Panel>
      {permissions.length > 0 && (
        <Panel title={text.may}>
          <ul className={styles.chips}>
            {permissions.map((permission) => (
              <li key={permission}>{permissionText(permission)}</li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}
