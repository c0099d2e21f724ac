import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ChannelStrip } from '#app/components/shell/channel-strip.tsx';
import { BlankFrame } from '#app/layouts/blank-frame.tsx';
import { paths } from '#app/paths.ts';
import { errors } from '#app/text/zh-hk/errors.ts';
import { seoText } from '#app/text/zh-hk/seo.ts';
import { Button } from '#app/ui/button.tsx';
import { ButtonLink } from '#app/ui/button-link.tsx';
import styles from './error-page.module.css';

/** The complete page for a failure outside any layout. */
export function ErrorPage({ status }: { status: number }) {
  return (
    <>
      {/* A failed page has no meta of its own; React hoists these to the head. */}
      <title>{seoText.title(status === 404 ? errors.notFoundTitle : errors.failedTitle)}</title>
      <meta name="robots" content="noindex" />
      <BlankFrame>
        <ErrorWords status={status} />
      </BlankFrame>
    </>
  );
}

/** URL of the last retry. The first retry keeps the document, so audio continues; a second one reloads it. */
let tried: string | undefined;

/** A detuned dial, what happened, and where to go. Requires nothing from the server. */
export function ErrorWords({ status }: { status: number }) {
  const isMissing = status === 404;
  const { pathname, search } = useLocation();
  const address = pathname + search;
  return (
    <div className={`wrap ${styles.page}`}>
      {isMissing && <FallenNumber />}
      <div className={styles.dial} aria-hidden="true">
        <i>{isMissing && <span>{errors.frequency}</span>}</i>
      </div>
      <h1>{isMissing ? errors.notFoundTitle : errors.failedTitle}</h1>
      <p>{isMissing ? errors.notFoundWords : errors.failedWords}</p>
      {!isMissing && <p className={styles.status}>{errors.status(status)}</p>}
      <div className={styles.actions}>
        {!isMissing && (
          <ButtonLink
            size="large"
            href={address}
            data-document={tried === address || undefined}
            onClick={() => (tried = address)}
          >
            {errors.retry}
          </ButtonLink>
        )}
        <ButtonLink size="large" tone={isMissing ? 'ink' : 'outline'} href={paths.home()}>
          {errors.goHome}
        </ButtonLink>
      </div>
      {isMissing && <GoingHome />}
      <ChannelStrip label={errors.elsewhere} isWide />
    </div>
  );
}

const REDIRECT_AFTER_S = 5;

/** Redirects home after five seconds, unless the reader chooses to stay; paused in hidden tabs. */
function GoingHome() {
  const navigate = useNavigate();
  const [leftS, setLeftS] = useState<number | null>(null);
  useEffect(() => setLeftS(REDIRECT_AFTER_S), []);
  useEffect(() => {
    if (leftS === null) return undefined;
    if (leftS === 0) return void navigate(paths.home());
    const timer = setInterval(() => document.hidden || setLeftS(leftS - 1), 1_000);
    return () => clearInterval(timer);
  }, [leftS, navigate]);
  // Its space is reserved, so that nothing shifts.
  return (
    <p className={styles.going} data-waits={leftS === null || undefined}>
      {/* Announced once, at its start. */}
      <span className="vh" role="status">
        {leftS !== null && errors.goingHome(REDIRECT_AFTER_S)}
      </span>
      <span aria-hidden="true">{errors.goingHome(leftS ?? REDIRECT_AFTER_S)}</span>
      <Button tone="quiet" size="small" onClick={() => setLeftS(null)}>
        {errors.stayHere}
      </Button>
    </p>
  );
}

const FOUR = 'M31 0h22L24 62h12V36h20v26h8v20h-8v18H36V82H0V66Z';

/** 404 in the style of the channels' numerals, the last digit fallen off the line. */
function FallenNumber() {
  return (
    <div className={styles.number} aria-hidden="true">
      <svg viewBox="0 0 132 100">
        <path d={FOUR} />
        <path
          className={styles.zero}
          transform="translate(72)"
          d="M30 10a20 20 0 0 1 20 20v40a20 20 0 0 1-40 0V30a20 20 0 0 1 20-20Z"
        />
      </svg>
      <svg className={styles.fallen} viewBox="0 0 64 100">
        <path d={FOUR} />
      </svg>
    </div>
  );
}
