import { Outlet } from 'react-router';
import { DialogHost } from '#app/components/dialog-host.tsx';
import { paths } from '#app/paths.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { Wordmark } from '#app/ui/wordmark.tsx';
import styles from './blank-layout.module.css';

/** A bar with the wordmark and the page, nothing else. */
export default function BlankLayout() {
  return (
    <>
      <a className="skip" href="#main">
        {shell.skip}
      </a>
      <header className={`wrap ${styles.bar}`}>
        <a href={paths.home()}>
          <Wordmark label={shell.home} />
        </a>
      </header>
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <DialogHost />
    </>
  );
}
