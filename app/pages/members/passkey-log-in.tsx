import { useState } from 'react';
import { useNavigate } from 'react-router';
import { askWhoItIs } from '#app/components/member-state.ts';
import { calls } from '#app/paths.ts';
import { membersText } from '#app/text/zh-hk/members.ts';
import { Button } from '#app/ui/button.tsx';
import styles from './join.module.css';

const text = membersText.login;
const TIMEOUT_MS = 30_000;

async function post(call: string, body: object): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const reply = await fetch(call, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!reply.ok) throw new Error(`the call answered ${reply.status}`);
  return ((await reply.json()) as { response: PublicKeyCredentialRequestOptionsJSON }).response;
}

const wasLeft = (error: unknown) => error instanceof DOMException && error.name === 'NotAllowedError';

/** Logs in with a key that the browser or the phone keeps. */
export function PasskeyLogIn({ returnTo }: { returnTo: string }) {
  const navigate = useNavigate();
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');

  async function logIn(): Promise<void> {
    if (state === 'busy') return;
    setState('busy');
    // As ticked in the form beside it.
    const rememberMe =
      document.querySelector<HTMLInputElement>('input[name=rememberMe][type=checkbox]')?.checked ?? false;
    try {
      const options = await post(calls.passkeyLogInOptions(), {});
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
      const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
      await post(calls.passkeyLogIn(), { credential: credential.toJSON() as object, rememberMe });
    } catch (error) {
      // Whoever closed the browser's window knows that.
      setState(wasLeft(error) ? 'idle' : 'failed');
      return;
    }
    await askWhoItIs();
    await navigate(returnTo, { replace: true });
  }

  return (
    <div className={styles.or}>
      <p>{text.or}</p>
      <Button tone="outline" size="large" aria-disabled={state === 'busy' || undefined} onClick={() => void logIn()}>
        {state === 'busy' ? text.passkeyWait : text.passkey}
      </Button>
      <p role="status" className={styles.fault}>
        {state === 'failed' ? text.passkeyFault : ''}
      </p>
    </div>
  );
}
