import { Outlet, useLoaderData, useLocation } from 'react-router';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { isOwnPageAt, OWN_PAGES } from '#app/components/member/own-pages.ts';
import { paths } from '#app/paths.ts';
import { accountText } from '#app/text/zh-hk/account.ts';
import { momentWords } from '#app/text/zh-hk/moment.ts';
import { Icon } from '#app/ui/icon.tsx';
import { useCurrentInView } from '#app/ui/use-current-in-view.ts';

import type { ShellContext } from './account-form.tsx';
import type { loader } from './account-shell.server.ts';
import styles from './account.module.css';

export { loader } from './account-shell.server.ts';

export const handle: PageHandle = { adGroup: 'membershipInfo' };

const text = accountText.shell;
/** The frame of a member's own pages: a sidebar on a desktop, a strip above them on a phone. */
export default function UserinfoShell() {
  const { memberId, displayName, year, eraseAtMs } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const strip = useCurrentInView<HTMLUListElement>(pathname);
  return (
    <div className={`wrap ${styles.shell}`}>
      <nav className={styles.nav} aria-label={text.nav}>
        <p className={styles.who}>
          <span className={styles.mark} aria-hidden="true">
            {Array.from(displayName)[0]}
          </span>
          <span>
            <b>{displayName}</b>
            <span>{text.since(year)}</span>
          </span>
        </p>
        <ul ref={strip}>
          {OWN_PAGES.map(({ link: href, text: words, image: icon }) => (
            <li key={href}>
              <a href={href} aria-current={isOwnPageAt(href, pathname) ? 'page' : undefined}>
                <Icon name={icon} />
                {words}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.page}>
        {eraseAtMs !== null && (
          <p className={styles.warning}>
            <Icon name="triangle-alert" />
            <span>
              {text.leaving(momentWords(eraseAtMs))} <a href={paths.memberData()}>{text.takeBack}</a>
            </span>
          </p>
        )}
        <Outlet context={{ memberId } satisfies ShellContext} />
      </div>
    </div>
  );
}
