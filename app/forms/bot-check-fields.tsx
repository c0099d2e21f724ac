import { useEffect, useRef, useState, type ReactNode } from 'react';
import { formsText } from '#app/text/zh-hk/forms.ts';
import { Icon } from '#app/ui/icon.tsx';
import { BOT_CHECK_FIELDS } from '#domain/forms/bot-check.rules.ts';
import type { BotCheckAction } from '#shared/outside/bot-check.ts';
import { opensAt } from './form-summary.tsx';
import type { BotCheckGuard } from './form.types.ts';
import styles from './form.module.css';

/** The subset of the bot check's API in use. */
interface Turnstile {
  render(
    place: HTMLElement,
    options: {
      sitekey: string;
      action: BotCheckAction;
      language: string;
      callback: (token: string) => void;
      'expired-callback': () => void;
      'error-callback': () => void;
    },
  ): string;
  remove(id: string): void;
}

declare global {
  interface Window {
    turnstile?: Turnstile;
  }
}

let loading: Promise<Turnstile> | undefined;

/** Loads the script once per visit. */
function loadScript(url: string): Promise<Turnstile> {
  loading ??= new Promise<Turnstile>((loaded, failed) => {
    if (window.turnstile) return loaded(window.turnstile);
    const script = document.createElement('script');
    script.src = url.startsWith('http') ? `${url}?render=explicit` : url;
    script.async = true;
    script.addEventListener('load', () =>
      window.turnstile
        ? loaded(window.turnstile)
        : failed(new Error('the bot check script did not define window.turnstile')),
    );
    script.addEventListener('error', () => failed(new Error('could not load the bot check script')));
    document.head.append(script);
  }).catch((error: unknown) => {
    // Another form, or a retry, loads it again.
    loading = undefined;
    throw error;
  });
  return loading;
}

/**
 * The bot check. Its space is reserved. `round` counts attempts: a token is valid once, so each attempt renders
 * it again.
 */
function BotCheck({
  siteKey,
  scriptUrl,
  action,
  round,
  onToken,
}: BotCheckGuard['botCheckWidget'] & {
  round: number;
  /** Empty if there is none. */
  onToken: (token: string) => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  const tell = useRef(onToken);
  useEffect(() => {
    tell.current = onToken;
  });
  useEffect(() => {
    let remove = () => {};
    let isGone = false;
    const forget = () => tell.current('');
    forget();
    loadScript(scriptUrl).then(
      (turnstile) => {
        if (isGone || !place.current) return;
        const id = turnstile.render(place.current, {
          sitekey: siteKey,
          action,
          language: 'zh-TW',
          callback: (token) => tell.current(token),
          'expired-callback': forget,
          'error-callback': forget,
        });
        remove = () => turnstile.remove(id);
      },
      // Without it the form reports that the check is incomplete.
      () => {},
    );
    return () => {
      isGone = true;
      remove();
    };
  }, [siteKey, scriptUrl, action, round]);
  return <div ref={place} className={styles.check} data-bot-check="" />;
}

/** The bot check of a form, and hidden fields for its token and its substitutes. */
export function BotCheckFields({
  id,
  guard: { ticket, botCheckWidget },
  round,
  fault,
  isFirst,
  tooQuick = <p className={styles.hint}>{formsText.tooQuick}</p>,
}: {
  id: string;
  guard: BotCheckGuard;
  /** Counts the attempts. */
  round: number;
  fault: string | undefined;
  /** Whether it is the first error. */
  isFirst: boolean;
  /** Without scripts, where there is nothing to complete. */
  tooQuick?: ReactNode;
}) {
  const [token, setToken] = useState('');
  return (
    <>
      <input type="hidden" name={BOT_CHECK_FIELDS.ticket} value={ticket} readOnly />
      <input type="hidden" name={BOT_CHECK_FIELDS.token} value={token} readOnly />
      <p className={styles.trap} aria-hidden="true">
        <label>
          {formsText.trap}
          <input type="text" name={BOT_CHECK_FIELDS.trap} tabIndex={-1} autoComplete="off" />
        </label>
      </p>
      <div id={id} tabIndex={-1} className={styles.checkFrame} {...opensAt(isFirst)}>
        <BotCheck {...botCheckWidget} round={round} onToken={setToken} />
        {fault && (
          <>
            <p className={styles.fault}>
              <Icon name="circle-alert" />
              {fault}
            </p>
            <noscript>{tooQuick}</noscript>
          </>
        )}
      </div>
    </>
  );
}
