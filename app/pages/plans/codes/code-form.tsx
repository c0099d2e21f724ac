import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Form, useNavigation, useSubmit } from 'react-router';
import { CODE_SETTLED_MS, useDebounced } from '#app/forms/use-debounced.ts';
import { Button } from '#app/ui/button.tsx';
import fields from '#app/forms/form.module.css';
import styles from '#app/pages/plans/plans.module.css';

const FEWEST_CHARS = 4;
const MAX_CHARS = 40;
/** Codes are compared ignoring case, spaces and dashes. */
const bare = (code: string) => code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

interface CodeFormProps {
  id: string;
  label: string;
  submit: string;
  /** Shown during lookup. */
  checking: string;
  code: string;
  /** Other query parameters to keep. */
  kept?: Readonly<Record<string, string | undefined>>;
  hint?: string;
  fault: string | null;
  good: ReactNode;
}

/** A code field with lookup while typing, through the page's URL; without scripts by its button. */
export function CodeForm({ id, label, submit, checking, code, kept = {}, hint, fault, good }: CodeFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(code);
  const [asked, setAsked] = useState(bare(code));
  // Text submitted from here stays as typed, whatever has been typed since; a code from elsewhere is shown.
  const [shown, setShown] = useState(code);
  if (shown !== code) {
    setShown(code);
    if (bare(code) !== asked) {
      setTyped(code);
      setAsked(bare(code));
    }
  }
  const settled = useDebounced(typed, CODE_SETTLED_MS);
  const send = useSubmit();
  const isChecking = useNavigation().state === 'loading';
  useEffect(() => {
    const isSettled = bare(settled) === bare(typed) && bare(settled).length >= FEWEST_CHARS;
    if (!isSettled || bare(settled) === asked || !form.current) return;
    setAsked(bare(settled));
    void send(form.current, { replace: true, preventScrollReset: true });
  }, [settled, typed, asked, send]);
  return (
    <Form ref={form} method="get" replace preventScrollReset className={styles.code}>
      {Object.entries(kept).map(([name, value]) =>
        value === undefined ? null : <input key={name} type="hidden" name={name} value={value} readOnly />,
      )}
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name="code"
        className={fields.input}
        value={typed}
        maxLength={MAX_CHARS}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        aria-invalid={fault ? true : undefined}
        aria-describedby={`${id}-words`}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" tone="outline">
        {submit}
      </Button>
      <div className={styles.codeWords} id={`${id}-words`} role="status">
        {isChecking && bare(typed) !== bare(code) ? (
          checking
        ) : fault ? (
          <span className={styles.fault}>{fault}</span>
        ) : (
          (good ?? hint)
        )}
      </div>
    </Form>
  );
}
