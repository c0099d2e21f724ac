import { linkTo } from '#app/components/shell/outside-link.ts';
import { Outlet, useLoaderData, useLocation, useOutletContext } from 'react-router';
import { LIBRARY_PAGES } from '#app/components/member/own-pages.ts';
import { rememberReturn } from '#app/components/member/return-address.ts';
import type { ShellContext } from '#app/pages/account/account-form.tsx';
import { libraryText } from '#app/text/zh-hk/library.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { useCurrentInView } from '#app/ui/use-current-in-view.ts';
import type { loader } from './library-shell.server.ts';
import styles from './library.module.css';

export { loader } from './library-shell.server.ts';

const text = libraryText;

/** Plan offer, in place of lists that require one (20003). */
function NeedsPlan({ pricing }: { pricing: string }) {
  return (
    <div className={styles.empty}>
      <h2>{text.plan.title}</h2>
      <p>{text.plan.words}</p>
      {pricing ? (
        <ButtonLink tone="cta" {...linkTo(pricing)} onClick={() => rememberReturn()}>
          {text.plan.see}
        </ButtonLink>
      ) : (
        <p>{text.plan.none}</p>
      )}
    </div>
  );
}

/** A member's lists: one page each, with a row of tabs. */
export default function LibraryShell() {
  const { counts, pricing } = useLoaderData<typeof loader>();
  const context = useOutletContext<ShellContext>();
  const { pathname } = useLocation();
  const tabs = useCurrentInView<HTMLUListElement>(pathname);
  return (
    <>
      <h1>{text.title}</h1>
      <nav className={styles.tabs} aria-label={text.title}>
        <ul ref={tabs}>
          {LIBRARY_PAGES.map(({ kind, link, icon }) => (
            <li key={kind}>
              <a href={link} aria-current={link === pathname ? 'page' : undefined}>
                <Icon name={icon} />
                {text.lists[kind].title}
                {counts && kind !== 'podcast' && (
                  <span className={styles.tabCount}>{text.counts[kind](counts[kind])}</span>
                )}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {counts ? <Outlet context={context} /> : <NeedsPlan pricing={pricing} />}
    </>
  );
}
