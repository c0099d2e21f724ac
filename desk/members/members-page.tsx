import { Link, useLocation, useOutletContext } from 'react-router';
import { deskMembersText as text } from '#app/text/zh-hk/desk-members.ts';
import { CallError } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { Panel, RoomHead } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import type { Session } from '../session.ts';
import { LookUpForm, type Found } from './look-up-form.tsx';
import styles from './members-page.module.css';

/** Looks members up, and lists those found if they are several. */
export function MembersPage() {
  const { permissions } = useOutletContext<Session>();
  const found = useLocation().state as Found | null;
  usePageTitle(text.title);
  // It loads nothing that would be refused.
  if (!permissions.includes('members.see')) throw new CallError(403, null, { permission: 'members.see' });
  return (
    <>
      <RoomHead title={text.title}>
        <LookUpForm />
      </RoomHead>
      <p role="status" className={styles.empty}>
        {found === null ? text.empty : found.items.length === 0 ? text.none : null}
      </p>
      {found !== null && found.items.length > 0 && (
        <Panel title={text.found(found.items.length)}>
          <ul>
            {found.items.map(({ member_id: id, name, state, email, phone }) => (
              <li key={id} className={styles.person}>
                <Link to={deskPaths.member(id)}>{name || text.number(id)}</Link>
                <span>{text.number(id)}</span>
                <span>{email}</span>
                <span>{phone ?? text.noPhone}</span>
                <span>{text.state[state]}</span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}
