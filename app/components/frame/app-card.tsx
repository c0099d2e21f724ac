import { dialogs } from '#app/text/zh-hk/dialogs.ts';
import { footer } from '#app/text/zh-hk/footer.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { AppCode } from './app-code.tsx';
import { STORES, type AppLinks, type AppName } from './app-store.ts';
import styles from './site-footer.module.css';

/** How to get an app on a desktop: a QR code for a phone, and the stores. */
export function AppCard({ app, links, onClose }: { app: AppName; links: AppLinks; onClose: () => void }) {
  return (
    <Dialog title={footer.appCardTitle(shell.apps[app].name)} onClose={onClose} closeLabel={dialogs.close}>
      <div className={styles.card}>
        <AppCode app={app} sizePx={200} alt={footer.appCode(shell.apps[app].name)} />
        <p>{footer.appCardScan}</p>
      </div>
      <p>{footer.appCardNote}</p>
      <div className={styles.stores}>
        {STORES.filter((store) => links[store]).map((store) => (
          <ButtonLink key={store} tone="outline" href={links[store]} target="_blank" rel="noopener">
            {footer.stores[store]}
          </ButtonLink>
        ))}
      </div>
    </Dialog>
  );
}
