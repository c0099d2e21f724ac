import { use, useEffect, useState } from 'react';
import { paths } from '#app/paths.ts';
import { SESSION_KEYS } from '#app/storage-keys.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { ScriptNonce } from '#app/components/shell/script-nonce.ts';
import { hasStoreScript, storeFor, type AppLinks, type AppName } from './app-store.ts';
import styles from './app-banner.module.css';

const KEY = SESSION_KEYS.appBannerClosed;

/**
 * On phones, on pages that declare it, if there is a store for the phone and it was not closed in this tab (R-262 to
 * The page is the same for everyone, so an inline script beside the banner shows it before the first paint, to
 * avoid a layout shift.
 */
export function AppBanner({ app, apps }: { app: AppName; apps: AppLinks }) {
  const nonce = use(ScriptNonce);
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const store = storeFor(navigator.userAgent);
    setShown(store !== null && apps[store] !== '' && sessionStorage.getItem(KEY) !== '1');
  }, [apps]);
  if (!Object.values(apps).some(Boolean)) return null;
  return (
    <>
      <aside className={styles.banner} hidden={!shown} suppressHydrationWarning aria-label={shell.appBanner}>
        <span className={styles.icon}>
          <Icon name="radio" />
        </span>
        <p>
          <b>{app === 'archive' ? shell.apps.archive.note : shell.appBannerLead}</b>
          {shell.appBannerNote(shell.apps[app].name)}
        </p>
        <ButtonLink size="small" href={paths.mobileRedirect({ appname: app })} data-document>
          {shell.appBannerOpen}
        </ButtonLink>
        <button
          type="button"
          aria-label={shell.appBannerClose}
          onClick={() => {
            sessionStorage.setItem(KEY, '1');
            setShown(false);
          }}
        >
          <Icon name="x" />
        </button>
      </aside>
      <script
        nonce={nonce}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{
          __html: `try{document.currentScript.previousElementSibling.hidden=sessionStorage.getItem('${KEY}')==='1'||!(${hasStoreScript(apps)})}catch{}`,
        }}
      />
    </>
  );
}
