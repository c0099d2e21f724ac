import type { ReactNode } from 'react';
import { filmPaths } from '#app/film-paths.ts';
import { rememberReturn } from '#app/components/member/return-address.ts';
import { paths } from '#app/paths.ts';
import { premiumText } from '#app/text/zh-hk/premium.ts';
import { Button } from '#app/ui/button.tsx';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { PremiumNav } from './premium-nav.tsx';
import styles from './my-videos.module.css';
import type { OwnFilms } from './own-films/use-own-films.ts';

const text = premiumText.mine;

/** Placeholder cards. */
function CardRoom() {
  return (
    <>
      <p className="vh">{text.loading}</p>
      <div className={`${styles.cards} ${styles.room}`} aria-hidden="true">
        {[0, 1].map((each) => (
          <div key={each} className={styles.card}>
            <span className={styles.art} />
            <div className={styles.body}>
              <i />
              <i />
              <i />
            </div>
          </div>
        ))}
      </div>
    </>
  );
}

/** Frame of the rentals pages: the same for everyone until the member's call is answered. */
export function MyShell({
  at,
  own,
  onAgain,
  children,
}: {
  at: 'videos' | 'history';
  own: OwnFilms;
  onAgain: () => void;
  children: (known: Extract<OwnFilms, { state: 'known' }>) => ReactNode;
}) {
  return (
    <>
      <PremiumNav at="mine" />
      <div className="wrap">
        <h1 className={styles.title}>{text.title}</h1>
        <nav className={styles.tabs} aria-label={text.tabs}>
          <a href={paths.myVideos()} aria-current={at === 'videos' ? 'page' : undefined}>
            {text.title}
          </a>
          <a href={filmPaths.myHistory()} aria-current={at === 'history' ? 'page' : undefined}>
            {text.history}
          </a>
          <a href={paths.memberDevices()}>{text.devices}</a>
        </nav>
        <noscript>
          <p className={styles.words}>
            {text.scripts} <a href={paths.memberHistory()}>{premiumText.result.toHistory}</a>
          </p>
        </noscript>
        <div className={styles.place} aria-busy={own.state === 'asking'}>
          {own.state === 'asking' && <CardRoom />}
          {own.state === 'guest' && (
            <p className={styles.words}>
              {text.guest}{' '}
              <ButtonLink href={paths.login()} onClick={() => rememberReturn()}>
                {text.logIn}
              </ButtonLink>
            </p>
          )}
          {own.state === 'failed' && (
            <p className={styles.words} role="alert">
              {text.failed}{' '}
              <Button tone="outline" onClick={onAgain}>
                {text.again}
              </Button>
            </p>
          )}
          {own.state === 'known' && children(own)}
        </div>
      </div>
    </>
  );
}
