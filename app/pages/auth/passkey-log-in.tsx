import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { askWhoItIs } from '#app/components/frame/member-state.ts';
import { calls } from '#app/paths.ts';
import { authText } from '#app/text/zh-hk/auth.ts';
import { Button } from '#app/ui/button.tsx';
import styles from './join.module.css';

const text = authText.login;
const TIMEOUT_MS = 30_000;
/** A challenge is valid for five minutes: an open page renews it before. */
const OFFER_MS = 4 * 60_000;

/** The account of the key was merged into another, whose address is masked. */
class MergedError extends Error {
  readonly into: string;

  constructor(into: string) {
    super('the account was merged into another');
    this.into = into;
  }
}

async function refusalOf(reply: Response): Promise<Error> {
  const body = (await reply.json().catch(() => null)) as { response?: { detail?: { into?: unknown } } } | null;
  const into = body?.response?.detail?.into;
  return typeof into === 'string' ? new MergedError(into) : new Error(`the call responded with status ${reply.status}`);
}

async function post(call: string, body: object): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const reply = await fetch(call, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!reply.ok) throw await refusalOf(reply);
  return ((await reply.json()) as { response: PublicKeyCredentialRequestOptionsJSON }).response;
}

/** Signs a challenge with a passkey of this browser or a phone. */
async function signed(how: Pick<CredentialRequestOptions, 'mediation' | 'signal'> = {}): Promise<PublicKeyCredential> {
  const options = await post(calls.passkeyLogInOptions(), {});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return (await navigator.credentials.get({ publicKey, ...how })) as PublicKeyCredential;
}

/** Posts the result. The options of the form beside it apply here too. */
async function tell(credential: PublicKeyCredential): Promise<void> {
  const rememberMe =
    document.querySelector<HTMLInputElement>('input[name=rememberMe][type=checkbox]')?.checked ?? false;
  await post(calls.passkeyLogIn(), { credential: credential.toJSON() as object, rememberMe });
}

const domExceptionName = (error: unknown) => (error instanceof DOMException ? error.name : '');

/** Passkeys offered by the browser's autofill in the address field; null if there are none. */
async function picked(signal: AbortSignal): Promise<PublicKeyCredential | null> {
  if (typeof PublicKeyCredential !== 'function') return null;
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return null;
  for (;;) {
    try {
      const mine = AbortSignal.any([signal, AbortSignal.timeout(OFFER_MS)]);
      return await signed({ mediation: 'conditional', signal: mine });
    } catch (error) {
      if (signal.aborted || domExceptionName(error) !== 'TimeoutError') return null;
    }
  }
}

/** Passkey login: by autofill in the address field, or by the button. */
export function PasskeyLogIn({ returnTo }: { returnTo: string }) {
  const navigate = useNavigate();
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const [mergedInto, setMergedInto] = useState<string | null>(null);
  const offer = useRef<AbortController | undefined>(undefined);
  // Only one request at a time: the button replaces the autofill offer, which is restarted if it fails.
  const [presses, setPresses] = useState(0);

  async function enter(credential: PublicKeyCredential): Promise<void> {
    await tell(credential);
    await askWhoItIs();
    await navigate(returnTo, { replace: true });
  }

  const failed = (error: unknown) => {
    setMergedInto(error instanceof MergedError ? error.into : null);
    setState('failed');
  };
  const take = useRef(enter);
  useEffect(() => {
    take.current = enter;
  });
  useEffect(() => {
    const mine = (offer.current = new AbortController());
    void picked(mine.signal)
      .then((credential) => (credential && !mine.signal.aborted ? take.current(credential) : undefined))
      .catch(failed);
    return () => mine.abort();
  }, [presses]);

  async function logIn(): Promise<void> {
    if (state === 'busy') return;
    setState('busy');
    offer.current?.abort();
    try {
      await enter(await signed());
    } catch (error) {
      // Closing the browser's window is not an error.
      if (domExceptionName(error) === 'NotAllowedError') setState('idle');
      else failed(error);
      setPresses((before) => before + 1);
    }
  }

  return (
    <div className={styles.or}>
      <p>{text.or}</p>
      <Button tone="outline" size="large" aria-disabled={state === 'busy' || undefined} onClick={() => void logIn()}>
        {state === 'busy' ? text.passkeyWait : text.passkey}
      </Button>
      <p role="status" className={styles.fault}>
        {state !== 'failed' ? '' : mergedInto === null ? text.passkeyFault : text.passkeyMerged(mergedInto)}
      </p>
    </div>
  );
}
