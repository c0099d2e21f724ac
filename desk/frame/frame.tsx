import { useLayoutEffect, useState } from 'react';
import { Link, NavLink, Outlet, useLoaderData, useLocation, useNavigate, useNavigation } from 'react-router';
import { helpText } from '#app/text/zh-hk/desk-help.ts';
import { roleText } from '#app/text/zh-hk/desk-names.ts';
import { invitationsText } from '#app/text/zh-hk/desk-invitations.ts';
import { deskText } from '#app/text/zh-hk/desk.ts';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Wordmark } from '#app/ui/wordmark.tsx';
import { ToastList } from '../actions/toast-list.tsx';
import { call } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { isTyping } from '../entry/is-typing.ts';
import { LogInDialog } from '../entry/log-in-dialog.tsx';
import { useIsLogInAsked } from '../entry/log-in-again.ts';
import { useLeaveBlocker } from '../directory/use-leave-guard.ts';
import { RoomHelp } from '../help/room-help.tsx';
import { countKeptScans, forgetDoors } from '../invitations/door/kept.ts';
import { Palette } from '../palette/palette.tsx';
import type { Session } from '../session.ts';
import { ApprovalsCount } from './approvals-count.tsx';
import { roomsOf } from './rooms.ts';
import styles from './frame.module.css';

/** The room of a page: the longest path that begins its own. */
const currentRoom = (paths: readonly string[], pathname: string): string | undefined =>
  paths
    .filter((path) => pathname === path || (path !== deskPaths.home() && pathname.startsWith(`${path}/`)))
    .toSorted((a, b) => b.length - a.length)[0];

/** The frame of every room: navigation beside the page, above it on a phone. */
export function Frame() {
  const session = useLoaderData<Session>();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const navigation = useNavigation();
  const rooms = roomsOf(session);
  const current = currentRoom(
    rooms.map(({ to }) => to),
    pathname,
  );
  useLeaveBlocker();
  const isLogInAsked = useIsLogInAsked();
  // The menu is closed with its page, and not later, when it may have been opened on the next.
  const [{ open, at }, setMenu] = useState({ open: false, at: pathname });
  if (at !== pathname) setMenu({ open: false, at: pathname });
  const [dialog, setDialog] = useState<'palette' | 'help' | null>(null);
  // Before the room is shown, so that its first key is heard.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setDialog('palette');
      } else if (event.key === '?' && !isTyping(event.target)) setDialog('help');
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  const logOut = async () => {
    const waiting = await countKeptScans();
    if (waiting > 0 && !confirm(invitationsText.door.logOutWaiting(waiting))) return;
    await forgetDoors();
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
            onClick={() => setMenu({ open: !open, at: pathname })}
          >
            <Icon name={open ? 'x' : 'menu'} />
            <span>{deskText.menu}</span>
          </button>
        </div>
        <button
          type="button"
          className={styles.search}
          aria-keyshortcuts="Control+K"
          onClick={() => setDialog('palette')}
        >
          <Icon name="search" />
          {deskText.palette.title}
          <kbd aria-hidden="true">Ctrl K</kbd>
        </button>
        <button type="button" className={styles.search} aria-keyshortcuts="?" onClick={() => setDialog('help')}>
          <Icon name="info" />
          {helpText.button}
          <kbd aria-hidden="true">?</kbd>
        </button>
        <ul id="rooms" className={styles.rooms}>
          {rooms.map(({ to, words, icon }) => (
            <li key={to}>
              <Link to={to} aria-current={to === current ? 'page' : undefined}>
                <Icon name={icon} />
                {words}
                {to === deskPaths.approvals() && <ApprovalsCount />}
              </Link>
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
      {dialog === 'palette' && <Palette session={session} onClose={() => setDialog(null)} />}
      {dialog === 'help' && <RoomHelp room={rooms.find(({ to }) => to === current)} onClose={() => setDialog(null)} />}
      {isLogInAsked && <LogInDialog name={session.name} email={session.email} />}
    </div>
  );
}
