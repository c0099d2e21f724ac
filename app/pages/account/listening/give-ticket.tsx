import { useLayoutEffect, useState, type SubmitEvent } from 'react';
import { useRevalidator } from 'react-router';
import { callAsMember, refusalText, type Refusal } from '#app/components/member/member-call.ts';
import { notify } from '#app/components/shell/dialogs.ts';
import { FormField } from '#app/forms/form-field.tsx';
import { PasswordField } from '#app/forms/password-field.tsx';
import { paths } from '#app/paths.ts';
import { screenCalls } from '#app/screen-paths.ts';
import { accountText } from '#app/text/zh-hk/account.ts';
import { myLiveText as text } from '#app/text/zh-hk/live-events.ts';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import type { FieldFacts } from '#domain/forms/fields.rules.ts';
import type { ReauthenticationNeed } from '#app/pages/account/own-page.server.ts';
import own from './my-live.module.css';

const formText = accountText.form;
/** The call requires a newer proof, or the password was wrong. */
const UNPROVED = 10011;
/** The recipient's address: someone else's, so browsers must not autofill. */
const EMAIL: FieldFacts = { type: 'text', isRequired: true, input: { type: 'email', autoComplete: 'off' } };

/** Proof of ownership: as required at load, and after its validity has expired. */
export interface AskedProof {
  proof: ReauthenticationNeed;
  onStale: ReauthenticationNeed;
}

/** Refusals that share a code of the catalogue are distinguished by status. */
function faultOf(refusal: Refusal): string {
  if (refusal.status === 429) return refusalText(refusal);
  return text.giveFaults[String(refusal.code)] ?? text.giveFaults[String(refusal.status)] ?? text.giveFailed;
}

interface Fault {
  field: 'email' | 'password';
  words: string;
}

/** Irreversible, so it takes an extra press with a warning. */
export function GiveTicket({ ticketId, asked, onGiven }: { ticketId: number; asked: AskedProof; onGiven: () => void }) {
  const { revalidate } = useRevalidator();
  const [isStale, setStale] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const [isBusy, setBusy] = useState(false);
  const id = `give-${ticketId}`;
  const proof = isStale ? asked.onStale : asked.proof;
  // A field may appear with its error, and is typed into next; equal errors also count as new.
  useLayoutEffect(() => {
    if (fault !== null) document.getElementById(`${id}-${fault.field}`)?.focus();
  }, [fault, id]);

  async function give(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const given = new FormData(event.currentTarget);
    const [email, password] = ['email', 'password'].map((name) => {
      const value = given.get(name);
      return typeof value === 'string' ? value : '';
    });
    setBusy(true);
    const answer = await callAsMember(screenCalls.giveTicket(ticketId), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, ...(password === '' ? {} : { password }) }),
    });
    setBusy(false);
    if (answer.isOk) {
      setFault(null);
      notify(text.given);
      onGiven();
      return revalidate();
    }
    if (answer.code !== UNPROVED) return setFault({ field: 'email', words: faultOf(answer) });
    setStale(true);
    // Not asked for before, so it is no input error.
    setFault({ field: 'password', words: proof === 'nothing' ? formText.proveFirst : faultOf(answer) });
  }

  if (proof === 'log-in')
    return (
      <details className={own.give} open={isStale || undefined}>
        <summary>{text.giveTitle}</summary>
        <p role={isStale ? 'alert' : undefined}>
          {formText.logInAgain} <a href={paths.memberSecurity()}>{formText.toLogOut}</a>
        </p>
      </details>
    );
  const state = {
    form: id,
    rules: undefined,
    round: 0,
    values: {},
    faultOf: (field: string) => (fault?.field === field ? fault.words : undefined),
    firstFault: undefined,
  };
  return (
    <details className={own.give}>
      <summary>{text.giveTitle}</summary>
      <form onSubmit={(event) => void give(event)}>
        <p>{text.giveLead}</p>
        <FormField name="email" state={state} rule={EMAIL} label={text.giveEmail} />
        {proof === 'password' && (
          <PasswordField state={state} name="password" label={formText.ownPassword} hint={formText.ownPasswordHint} />
        )}
        <Button type="submit" tone="outline" aria-disabled={isBusy}>
          <Icon name="gift" />
          {text.give}
        </Button>
      </form>
    </details>
  );
}
