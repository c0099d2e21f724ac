import type { ReactNode } from 'react';
import { filmPaths } from '#app/film-paths.ts';
import { rememberReturn } from '#app/components/member/return-address.ts';
import { paths } from '#app/paths.ts';
import { filmRentalText } from '#app/text/zh-hk/films.ts';
import { EmptyState } from '#app/components/empty-state/empty-state.tsx';
import { Button } from '#app/ui/button.tsx';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { FilmsNav } from './films-nav.tsx';
import styles from './my-videos.module.css';
import type { OwnFilms } from './own-films/use-own-films.ts';

const text = filmRentalText.mine;

/** Placeholders of what comes, in its size: two cards, or rows of the history. */
function Room({ at }: { at: 'videos' | 'history' }) {
  return (
    <>
      <p className="vh">{text.loading}</p>
      {at === 'videos' ? (
        <div className={`${styles.cards} ${styles.room}`} aria-hidden="true">
          {[0, 1].map((each) => (
            <div key={each} className={styles.card}>
              <span className={styles.art} />
              <div className={styles.body}>
                {/* Title, state, time left, its ends, and the press. */}
                <i />
                <i />
                <i />
                <i />
                <i />
              </div>
            </div>
          ))}
        </div>
      ) : (
        <div className={`${styles.rows} ${styles.room}`} aria-hidden="true">
          {[0, 1, 2, 3].map((each) => (
            <i key={each} />
          ))}
        </div>
      )}
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
      <FilmsNav at="mine" />
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
            {text.scripts} <a href={paths.memberHistory()}>{filmRentalText.result.toHistory}</a>
          </p>
        </noscript>
        <div className={styles.place} aria-busy={own.state === 'asking'}>
          {own.state === 'asking' && <Room at={at} />}
          {own.state === 'guest' && (
            <EmptyState title={text.guestTitle} words={text.guest}>
              <ButtonLink tone="cta" href={paths.login()} onClick={() => rememberReturn()}>
                {text.logIn}
              </ButtonLink>
            </EmptyState>
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
