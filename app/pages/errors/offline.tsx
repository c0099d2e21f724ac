import { useContext } from 'react';
import type { MetaFunction } from 'react-router';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { ScriptNonce } from '#app/components/shell/script-nonce.ts';
import { downloadsPaths } from '#app/downloads-paths.ts';
import { paths } from '#app/paths.ts';
import { SHARED_KEYS } from '#app/storage-keys.ts';
import { errors } from '#app/text/zh-hk/errors.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import styles from './error-page.module.css';

export { headers, loader } from './offline.server.ts';

export const meta: MetaFunction = () => [{ title: errors.offlineTitle }, { name: 'robots', content: 'noindex' }];

/** It is shown at the requested URL, so its scripts would mistake it for that page. */
export const handle: PageHandle = { withoutScripts: true };

/** Reloads the requested page when the site is reachable again. */
const GO_ON = `{
  const look = () => fetch('${paths.probe()}', { method: 'HEAD', cache: 'no-store' }).then(({ ok }) => ok && location.reload(), () => {});
  if (localStorage.getItem('${SHARED_KEYS.downloads}')) document.getElementById('stored').hidden = false;
  if (location.pathname !== '${paths.offline()}') {
    addEventListener('online', look);
    setInterval(look, 10000);
  }
}`;

/** Cached by `public/sw.js`, and shown if a document cannot be loaded. */
export default function Offline() {
  const nonce = useContext(ScriptNonce);
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.dial} aria-hidden="true">
        <i />
      </div>
      <h1>{errors.offlineTitle}</h1>
      <p>{errors.offlineWords}</p>
      <div className={styles.actions}>
        <ButtonLink size="large" href="">
          {errors.retry}
        </ButtonLink>
        <ButtonLink size="large" tone="outline" id="stored" hidden href={downloadsPaths.page()}>
          {errors.stored}
        </ButtonLink>
      </div>
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: GO_ON }} />
    </div>
  );
}
