import { useEffect, useState } from 'react';
import { notify } from '#app/components/shell/dialogs.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { staticIsland } from '#app/ui/static-island.tsx';
import type { AppCard } from './app-card.tsx';
import { isAppName, storeFor, type AppName } from './app-store.ts';
import type { FooterLinks } from './footer-body.tsx';
import styles from './site-footer.module.css';

const FooterBody = staticIsland(() => import('./footer-body.tsx').then((module) => module.FooterBody));

/** The footer of every page. It handles the app buttons anywhere on the page: the phone menu has them too. */
export function SiteFooter({ links }: { links: FooterLinks }) {
  const [card, setCard] = useState<{ Card: typeof AppCard; app: AppName } | null>(null);
  useEffect(() => {
    const press = async (event: MouseEvent) => {
      const app = (event.target as Element).closest<HTMLElement>('[data-app]')?.dataset.app;
      if (app === undefined || !isAppName(app)) return;
      const store = storeFor(navigator.userAgent);
      // A phone goes directly to its store; a desktop gets a choice.
      const address = store && links.apps[app][store];
      if (address) return location.assign(address);
      try {
        const { AppCard: Card } = await import('./app-card.tsx');
        setCard({ Card, app });
      } catch {
        notify(shell.menuFailed, 'info');
      }
    };
    const heard = (event: MouseEvent) => void press(event);
    document.addEventListener('click', heard);
    return () => document.removeEventListener('click', heard);
  }, [links]);
  return (
    <footer className={`${styles.footer} on-ink`}>
      <FooterBody links={links} />
      {card && <card.Card app={card.app} links={links.apps[card.app]} onClose={() => setCard(null)} />}
    </footer>
  );
}
