import { paths } from '#app/paths.ts';
import { errors } from '#app/text/zh-hk/errors.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { Button } from '#app/ui/button.tsx';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Numeral } from '#app/ui/numeral.tsx';
import { Wordmark } from '#app/ui/wordmark.tsx';
import { CHANNEL_IDS } from '#shared/enums.ts';
import styles from './error-page.module.css';

/** A detuned dial, what happened, and where to go: the not-found page and every failure, in the blank layout. */
export function ErrorPage({ status }: { status: number }) {
  return (
    <>
      {/* A page that failed has no meta of its own; React lifts these to the head. */}
      <title>{status === 404 ? errors.notFoundTitle : errors.failedTitle}</title>
      <meta name="robots" content="noindex" />
      <header className={`wrap ${styles.bar}`}>
        <a href={paths.home()}>
          <Wordmark label={shell.home} />
        </a>
      </header>
      <main id="main" className="wrap">
        <ErrorWords status={status} />
      </main>
    </>
  );
}

export function ErrorWords({ status }: { status: number }) {
  const isMissing = status === 404;
  return (
    <div className={styles.page}>
      <div className={styles.dial} aria-hidden="true">
        <i />
      </div>
      <h1>{isMissing ? errors.notFoundTitle : errors.failedTitle}</h1>
      <p>{isMissing ? errors.notFoundWords : errors.failedWords}</p>
      <p className={styles.status}>{errors.status(status)}</p>
      <div className={styles.actions}>
        {!isMissing && <Button onClick={() => location.reload()}>{errors.retry}</Button>}
        <ButtonLink tone={isMissing ? 'ink' : 'outline'} href={paths.home()}>
          {errors.goHome}
        </ButtonLink>
      </div>
      <h2>{errors.elsewhere}</h2>
      <ul className={styles.channels}>
        {CHANNEL_IDS.map((id) => (
          <li key={id}>
            <a href={paths.timetable(id)} data-channel={id}>
              <Numeral channel={id} decorative />
              {shell.channelNames[id]}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
