import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { roleText } from '#app/text/zh-hk/desk-names.ts';
import { deskText } from '#app/text/zh-hk/desk.ts';
import { Button } from '#app/ui/button.tsx';
import { call, CallError } from '../call.ts';
import { signChallenge } from './passkeys.ts';
import styles from './entry.module.css';

interface DemoAccount {
  name: string;
  email: string;
  role: string;
  code: string;
}

const text = deskText.logIn;

const logInFaultText = (error: unknown): string => {
  if (!(error instanceof CallError)) return text.passkeyFailed;
  if (error.status === 0) return deskText.failed.offline;
  if (error.status === 429) return text.tooMany;
  return error.status < 500 ? text.wrong : deskText.failed.server(error.status);
};

/** The ways to log in. `onEntered` leads on; what it throws is told as a failed log-in. */
export function LogInForm({ email = '', onEntered }: { email?: string; onEntered: () => Promise<void> }) {
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [demo, setDemo] = useState<DemoAccount[]>([]);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const mine = new AbortController();
    const load = () =>
      call<{ items: DemoAccount[] }>('/api/staff/login/demo', undefined, mine.signal).then(
        ({ items }) => setDemo(items),
        () => null,
      );
    void load();
    // A code is valid for a minute and a half.
    const timer = setInterval(() => void load(), 20_000);
    return () => {
      mine.abort();
      clearInterval(timer);
    };
  }, []);

  async function enter(work: () => Promise<unknown>): Promise<void> {
    setFault(null);
    setBusy(true);
    try {
      await work();
      await onEntered();
    } catch (error) {
      setFault(logInFaultText(error));
    } finally {
      setBusy(false);
    }
  }
  const byCode = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = Object.fromEntries(new FormData(event.currentTarget));
    void enter(() => call('/api/staff/login/code', given));
  };
  const byPasskey = () =>
    void enter(async () => call('/api/staff/login/passkey', { credential: await signChallenge() }));
  const fill = ({ email, code }: DemoAccount) => {
    const { elements } = form.current!;
    (elements.namedItem('email') as HTMLInputElement).value = email;
    (elements.namedItem('code') as HTMLInputElement).value = code;
    form.current!.querySelector<HTMLButtonElement>('[type=submit]')?.focus();
  };

  return (
    <>
      <p role="alert" className={styles.fault}>
        {fault}
      </p>
      <Button onClick={byPasskey} disabled={busy}>
        {text.passkey}
      </Button>
      <p className={styles.or}>{text.or}</p>
      <form ref={form} onSubmit={byCode} className={styles.form}>
        <label>
          {text.email}
          <input name="email" type="email" autoComplete="username" required maxLength={254} defaultValue={email} />
        </label>
        <label>
          {text.code}
          <input
            name="code"
            autoComplete="one-time-code"
            inputMode="text"
            required
            maxLength={40}
            aria-describedby="code-hint"
          />
        </label>
        <p id="code-hint" className={styles.hint}>
          {text.codeHint}
        </p>
        <Button type="submit" tone="outline" disabled={busy}>
          {text.submit}
        </Button>
      </form>
      {demo.length > 0 && (
        <section className={styles.demo}>
          <h2>{text.demo}</h2>
          <p className={styles.hint}>{text.demoHint}</p>
          <ul>
            {demo.map((account) => (
              <li key={account.email}>
                <button type="button" onClick={() => fill(account)}>
                  <b>{account.name}</b>
                  <span>{roleText(account.role)}</span>
                  <code>{account.code}</code>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
