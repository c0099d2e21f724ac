import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Icon } from '#app/ui/icon.tsx';
import type { BotCheckAction } from '#shared/bot-check.ts';
import { opensAt } from './form-summary.tsx';
import type { HumanGuard } from './member-form.tsx';
import styles from './visitor-form.module.css';

/** The part of the bot check's script that we use. */
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

/** Loads the script once for all forms of this visit. */
function loadScript(url: string): Promise<Turnstile> {
  loading ??= new Promise<Turnstile>((loaded, failed) => {
    if (window.turnstile) return loaded(window.turnstile);
    const script = document.createElement('script');
    script.src = url.startsWith('http') ? `${url}?render=explicit` : url;
    script.async = true;
    script.addEventListener('load', () =>
      window.turnstile ? loaded(window.turnstile) : failed(new Error('the bot check did not start')),
    );
    script.addEventListener('error', () => failed(new Error('the bot check did not load')));
    document.head.append(script);
  }).catch((error: unknown) => {
    // Another form, or another try, loads it again.
    loading = undefined;
    throw error;
  });
  return loading;
}

/**
 * Tells people from programs. Its room is held before it comes. `round` counts tries: a token works once, so each try
 * shows it anew.
 */
function BotCheck({
  siteKey,
  scriptUrl,
  action,
  round,
  onToken,
}: HumanGuard['botCheckWidget'] & {
  round: number;
  /** Empty while there is none. */
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
      // Without it the form says that the check is to be completed.
      () => {},
    );
    return () => {
      isGone = true;
      remove();
    };
  }, [siteKey, scriptUrl, action, round]);
  return <div ref={place} className={styles.check} data-bot-check="" />;
}

/** The bot check of a form, with the hidden fields that carry what it found. */
export function BotCheckField({
  id,
  guard: { ticket, botCheckWidget },
  names,
  round,
  fault,
  isFirst,
  children,
}: {
  id: string;
  guard: HumanGuard;
  /** Of the hidden fields. */
  names: { ticket: string; token: string };
  /** Counts the tries. */
  round: number;
  fault: string | undefined;
  /** Whether it is the first thing that is wrong. */
  isFirst: boolean;
  children?: ReactNode;
}) {
  const [token, setToken] = useState('');
  return (
    <>
      <input type="hidden" name={names.ticket} value={ticket} readOnly />
      <input type="hidden" name={names.token} value={token} readOnly />
      <div id={id} tabIndex={-1} className={styles.checkFrame} {...opensAt(isFirst)}>
        <BotCheck {...botCheckWidget} round={round} onToken={setToken} />
        {fault && (
          <p className={styles.fault}>
            <Icon name="circle-alert" />
            {fault}
          </p>
        )}
        {children}
      </div>
    </>
  );
}
