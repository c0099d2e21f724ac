import { useEffect, useRef, useState } from 'react';
import { COOKIES, SENT_ON_SECONDS, writeCookie } from '#app/cookies.ts';
import { paymentsText } from '#app/text/zh-hk/payments.ts';
import { Button } from '#app/ui/button.tsx';
import { ButtonLink } from '#app/ui/button-link.tsx';
import type { CheckoutStart } from '#domain/payments/checkout.rules.ts';
import styles from './checkout.module.css';

const text = paymentsText.checkout;

/** Whether the document was loaded for this page: otherwise it has another page's policy, which blocks the provider. */
export function isOwnDocument(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  return !loaded || new URL(loaded.name).pathname === window.location.pathname;
}

const keyOf = (number: string) => `airwave.sent.${number}`;

/** A payment is redirected automatically once per tab: after "back" the buyer stays, and may press to go again. */
function takeFirst(number: string): boolean {
  if (!isOwnDocument()) return false;
  try {
    if (sessionStorage.getItem(keyOf(number)) !== null) return false;
    sessionStorage.setItem(keyOf(number), '1');
  } catch {
    return false;
  }
  writeCookie(COOKIES.sent, number, { maxAgeSeconds: SENT_ON_SECONDS });
  return true;
}

interface GoOnProps {
  number: string;
  /** Nobody has been at the provider for it. */
  isFirst: boolean;
  /** Button text, with the amount. */
  words: string;
}

/** A provider's form that contains only signed fields. Works without scripts. */
export function FormStart({
  start,
  number,
  isFirst,
  words,
}: GoOnProps & { start: Extract<CheckoutStart, { kind: 'form' }> }) {
  const form = useRef<HTMLFormElement>(null);
  const [isGoing, setGoing] = useState(false);
  useEffect(() => {
    if (!isFirst || !takeFirst(number)) return;
    setGoing(true);
    form.current?.submit();
  }, [isFirst, number]);
  return (
    <form ref={form} method="post" action={start.url} onSubmit={() => setGoing(true)}>
      {start.fields.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} readOnly />
      ))}
      <Button type="submit" tone="cta" size="large">
        {words}
      </Button>
      <p role="status">{isGoing && text.soon}</p>
    </form>
  );
}

/** A provider's URL. */
export function RedirectStart({
  start,
  number,
  isFirst,
  words,
}: GoOnProps & { start: Extract<CheckoutStart, { kind: 'redirect' }> }) {
  const [isGoing, setGoing] = useState(false);
  useEffect(() => {
    if (!isFirst || !takeFirst(number)) return;
    setGoing(true);
    window.location.assign(start.url);
  }, [isFirst, number, start.url]);
  return (
    <div>
      <ButtonLink tone="cta" size="large" href={start.url} rel="noreferrer" data-document>
        {words}
      </ButtonLink>
      <p role="status">{isGoing && text.soon}</p>
    </div>
  );
}

/** Global of the provider's script (Hosted Checkout). */
interface HostedCheckout {
  configure(with_: { session: { id: string } }): void;
  showPaymentPage(): void;
  showEmbeddedPage(selector: string): void;
}
declare global {
  interface Window {
    Checkout?: HostedCheckout;
    airwavePayFault?: () => void;
    airwavePayLeft?: () => void;
    airwavePayEnded?: () => void;
  }
}

const FRAME = 'provider-frame';

/**
 * The provider's script, which runs in this document only. It shows its own page, or fields in its own frame: none of
 * our fields takes a card number.
 */
export function ScriptStart({
  start,
  number,
  isFirst,
  words,
  resultPath,
  leftPath,
}: GoOnProps & { start: Extract<CheckoutStart, { kind: 'script' }>; resultPath: string; leftPath: string }) {
  const [state, setState] = useState<'loading' | 'ready' | 'going' | 'missing' | 'fault'>('loading');
  const { src, sessionId, mode } = start;
  useEffect(() => {
    window.airwavePayFault = () => setState('fault');
    // When the buyer ends it, the page moves on; the outcome is queried, not taken from the browser.
    window.airwavePayLeft = () => window.location.assign(leftPath);
    window.airwavePayEnded = () => window.location.assign(resultPath);
    const script = document.createElement('script');
    script.src = src;
    script.dataset.error = 'airwavePayFault';
    script.dataset.cancel = 'airwavePayLeft';
    script.dataset.complete = 'airwavePayEnded';
    script.dataset.timeout = 'airwavePayEnded';
    script.onerror = () => setState('missing');
    script.onload = () => {
      if (!window.Checkout) return setState('missing');
      window.Checkout.configure({ session: { id: sessionId } });
      if (mode === 'embedded') {
        window.Checkout.showEmbeddedPage(`#${FRAME}`);
        return setState('ready');
      }
      setState('ready');
      if (!isFirst || !takeFirst(number)) return;
      setState('going');
      window.Checkout.showPaymentPage();
    };
    document.head.append(script);
    return () => {
      script.remove();
      delete window.airwavePayFault;
      delete window.airwavePayLeft;
      delete window.airwavePayEnded;
    };
  }, [src, sessionId, mode, isFirst, number, resultPath, leftPath]);
  const said = {
    loading: text.loading,
    ready: '',
    going: text.soon,
    missing: text.scriptFailed,
    fault: text.providerFault,
  };
  const isBroken = state === 'missing' || state === 'fault';
  return (
    <>
      {mode === 'embedded' ? (
        <div id={FRAME} className={styles.frame} role="group" aria-label={text.frame} />
      ) : (
        <Button
          tone="cta"
          size="large"
          aria-disabled={state !== 'ready' || undefined}
          onClick={() => state === 'ready' && window.Checkout?.showPaymentPage()}
        >
          {words}
        </Button>
      )}
      <p role={isBroken ? 'alert' : 'status'} className={isBroken ? styles.problem : undefined}>
        {said[state]}
      </p>
      {isBroken && (
        <Button tone="outline" onClick={() => window.location.reload()}>
          {text.again}
        </Button>
      )}
      <noscript>
        <p>{text.noScripts}</p>
      </noscript>
    </>
  );
}
