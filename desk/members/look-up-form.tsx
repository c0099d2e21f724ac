import { useLayoutEffect, useRef, useState, type SubmitEvent } from 'react';
import { useNavigate } from 'react-router';
import { deskMembersText as text } from '#app/text/zh-hk/desk-members.ts';
import { Button } from '#app/ui/button.tsx';
import { faultText } from '../actions/fault-text.ts';
import { call, CallError } from '../call.ts';
import { pressed } from '../entry/log-in-again.ts';
import { deskPaths } from '../desk-paths.ts';
import { formText } from '../form-text.ts';
import styles from './look-up-form.module.css';

interface FoundMember {
  member_id: number;
  name: string;
  state: string;
  email: string | null;
  phone: string | null;
}
export interface Found {
  items: FoundMember[];
}

function lookUpFaultText(error: unknown): string {
  if (error instanceof CallError && error.status === 400) return text.notAKey;
  if (error instanceof CallError && error.status === 429) return text.tooMany;
  return faultText(error);
}

/** Looks a member up. What was typed is neither in the address nor in the history: it is personal. */
export function LookUpForm() {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  // Before the room is shown, so that its first key is heard.
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select, dialog');
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);

  async function find(query: string): Promise<void> {
    setFault(null);
    setBusy(true);
    try {
      const found = await pressed(() => call<Found>('/api/staff/members/look-up', { query }));
      const [only] = found.items;
      if (only && found.items.length === 1) await navigate(deskPaths.member(only.member_id));
      else await navigate(deskPaths.members(), { state: found });
    } catch (error) {
      setFault(lookUpFaultText(error));
    } finally {
      setBusy(false);
    }
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void find(formText(event.currentTarget, 'query'));
  };
  return (
    <form role="search" className={styles.form} onSubmit={submit} aria-label={text.search}>
      <div className={styles.field}>
        <input
          ref={input}
          name="query"
          aria-label={text.search}
          aria-keyshortcuts="/"
          placeholder={text.hint}
          required
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
        />
        <kbd aria-hidden="true">{text.slash}</kbd>
      </div>
      <Button type="submit" disabled={isBusy}>
        {text.find}
      </Button>
      <p role="alert">{fault}</p>
    </form>
  );
}
