import type { ReactNode } from 'react';
import { paths } from '#app/paths.ts';
import { errors } from '#app/text/zh-hk/errors.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Wordmark } from '#app/ui/wordmark.tsx';
import styles from './blank-frame.module.css';

/**
 * A bar with the wordmark and a link home, and the page; no calls to the server. `data-alone`: paying, answering or
 * watching is not interrupted.
 */
export function BlankFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <a className="skip" href="#main">
        {shell.skip}
      </a>
      <header className={`wrap ${styles.bar}`}>
        <a href={paths.home()}>
          <Wordmark label={shell.home} />
        </a>
        <ButtonLink tone="outline" size="small" href={paths.home()}>
          {errors.goHome}
        </ButtonLink>
      </header>
      <main id="main" tabIndex={-1} data-alone="">
        {children}
      </main>
    </>
  );
}
