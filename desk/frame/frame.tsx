import { useEffect, useState } from 'react';
import { NavLink, Outlet, useLoaderData, useLocation, useNavigate, useNavigation } from 'react-router';
import { deskText, roleText } from '#app/text/zh-hk/desk.ts';
import { Button } from '#app/ui/button.tsx';
import { Icon, type IconName } from '#app/ui/icon.tsx';
import { Wordmark } from '#app/ui/wordmark.tsx';
import { ToastList } from '../actions/toast-list.tsx';
import { call } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import type { Session } from '../session.ts';
import styles from './frame.module.css';

interface Room {
  to: string;
  words: string;
  icon: IconName;
  permission: string | null;
}

const ROOMS: Room[] = [
  { to: deskPaths.home(), words: deskText.rooms.home, icon: 'gauge', permission: null },
  { to: deskPaths.approvals(), words: deskText.rooms.approvals, icon: 'check', permission: null },
  { to: deskPaths.words(), words: deskText.rooms.words, icon: 'text', permission: 'articles.edit' },
  { to: deskPaths.audit(), words: deskText.rooms.audit, icon: 'history', permission: 'audit.see' },
  { to: deskPaths.people(), words: deskText.rooms.people, icon: 'users', permission: 'staff.see' },
  { to: deskPaths.account(), words: deskText.rooms.account, icon: 'user', permission: null },
];

/** The frame of every room: navigation beside the page, above it on a phone. */
export function Frame() {
  const session = useLoaderData<Session>();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const navigation = useNavigation();
  const [open, setOpen] = useState(false);
  useEffect(() => setOpen(false), [pathname]);
  const rooms = ROOMS.filter(({ permission }) => permission === null || session.permissions.includes(permission));
  const logOut = async () => {
    await call('/api/staff/logout', {}).catch(() => null);
    await navigate(deskPaths.logIn(), { replace: true });
  };
  return (
    <div className={styles.desk}>
      <a className="skip" href="#main">
        {deskText.skip}
      </a>
      <nav className={styles.nav} aria-label={deskText.nav} data-open={open || undefined}>
        <div className={styles.top}>
          <NavLink to={deskPaths.home()} className={styles.mark}>
            <Wordmark label={deskText.name} />
          </NavLink>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={open}
            aria-controls="rooms"
            onClick={() => setOpen(!open)}
          >
            <Icon name={open ? 'x' : 'menu'} />
            <span>{deskText.menu}</span>
          </button>
        </div>
        <ul id="rooms" className={styles.rooms}>
          {rooms.map(({ to, words, icon }) => (
            <li key={to}>
              <NavLink to={to} end={to === deskPaths.home()}>
                <Icon name={icon} />
                {words}
              </NavLink>
            </li>
          ))}
        </ul>
        <div className={styles.who}>
          <b>{session.name}</b>
          <span>{session.roles.map(({ role }) => roleText(role)).join('、')}</span>
          <Button size="small" tone="outline" onClick={() => void logOut()}>
            {deskText.logOut}
          </Button>
        </div>
      </nav>
      <main id="main" tabIndex={-1} className={styles.main} aria-busy={navigation.state === 'loading'}>
        <Outlet context={session} />
      </main>
      <ToastList />
    </div>
  );
}
