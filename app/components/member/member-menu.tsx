import { useNavigate } from 'react-router';
import { calls, paths } from '#app/paths.ts';
import { memberMenu } from '#app/text/zh-hk/member-menu.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { notify } from '#app/components/shell/dialogs.ts';
import { callAsMember } from './member-call.ts';
import { askWhoItIs, forgetMember, isAccountPage, type MemberState } from '#app/components/frame/member-state.ts';
import { menuItemText, type MenuItem } from '#app/components/frame/menu.ts';
import styles from './member-panel.module.css';
import { OWN_PAGES } from './own-pages.ts';
import { rememberReturn } from './return-address.ts';
import { clearDownloads } from './stored-downloads.ts';
import { MenuLink } from '#app/components/frame/menu-link.tsx';

/** Whose menu it is. Its space is reserved until that is known. */
export function MemberHead({ member }: { member: MemberState | null }) {
  if (member === null)
    return (
      <div className={styles.head} aria-busy="true">
        <p className="vh">{memberMenu.loading}</p>
      </div>
    );
  if (member.user === null)
    return (
      <div className={styles.head} data-guest="">
        <p className={styles.lead}>{memberMenu.guestLead}</p>
        <p>{memberMenu.guest}</p>
        <div className={styles.doors}>
          {/* After login or registration the visitor returns here. */}
          <ButtonLink href={paths.login()} onClick={() => rememberReturn()}>
            {memberMenu.logIn}
          </ButtonLink>
          <ButtonLink tone="outline" href={paths.register()} onClick={() => rememberReturn()}>
            {memberMenu.register}
          </ButtonLink>
        </div>
      </div>
    );
  return (
    <div className={`${styles.head} ${styles.owner}`}>
      <span className={styles.face}>
        <Icon name="user" />
      </span>
      <div>
        <p className={styles.lead}>{member.user.display_name}</p>
        {member.subscribed && <span className={styles.badge}>{memberMenu.subscriber}</span>}
        {!member.is_email_verified && <span className={styles.notice}>{memberMenu.unverified}</span>}
      </div>
    </div>
  );
}

/** A public page, so not in the frame of the account. */
export const FOLLOWING: MenuItem = {
  key: 'following',
  text: memberMenu.following,
  image: 'check',
  link: paths.following(),
};

/** Calls the server and then the callback. Failures are only logged (HD-10, R-348). */
async function runAjax({ path, callback }: { path: string; callback: () => void }): Promise<void> {
  const answer = await callAsMember(path, { method: 'GET' }, { tells: false });
  if (answer.isOk) return callback();
  console.error('API call of the member menu failed', path, answer);
  // The menu may show an expired session.
  await askWhoItIs();
}

/** Menu items of members, and logout. */
export function MemberItems({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const leave = () => {
    if (isAccountPage()) void navigate(paths.home());
    void import('#app/components/follows/guest-list.ts')
      .then(({ clearFollows }) => clearFollows())
      .catch(() => undefined);
    clearDownloads();
    forgetMember();
    onClose();
    notify(memberMenu.loggedOut);
  };
  const logOut: MenuItem = {
    key: 'logOut',
    text: memberMenu.logOut,
    image: 'log-out',
    ajax: { path: calls.logOut(), callback: leave },
  };
  return (
    <ul className={styles.mine} aria-label={memberMenu.items}>
      <li>
        {/* A document of its own, also for a browser that stores nothing yet. */}
        <a className={styles.item} href={paths.kept()} data-document="">
          <Icon name="download" />
          {memberMenu.downloads}
        </a>
      </li>
      {[FOLLOWING, ...OWN_PAGES, logOut].map(({ ajax, ...item }) => (
        <li key={item.key}>
          {ajax ? (
            <button type="button" className={styles.item} onClick={() => void runAjax(ajax)}>
              {item.image && <Icon name={item.image} />}
              {menuItemText(item)}
            </button>
          ) : (
            <MenuLink className={styles.item} item={item} />
          )}
        </li>
      ))}
    </ul>
  );
}
