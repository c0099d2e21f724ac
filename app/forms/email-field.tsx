import { useEffect, useRef, useState } from 'react';
import { calls } from '#app/paths.ts';
import { authText } from '#app/text/zh-hk/auth.ts';
import { faultWords } from '#app/text/zh-hk/forms.ts';
import { emailFault } from '#domain/forms/email.rules.ts';
import type { FaultCode } from '#domain/forms/fields.rules.ts';
import { normalizeInput } from '#domain/forms/normalize-input.rules.ts';
import { afterPress } from './after-press.ts';
import { suggestAddress } from './email-suggestion.ts';
import { FormField } from './form-field.tsx';
import type { FieldState } from './form.types.ts';
import styles from './form.module.css';

const [before, after] = authText.didYouMean;
const TIMEOUT_MS = 5_000;
/** Errors the call reports for a domain; every other answer, or none, is ignored. */
const FAULTS: Partial<Record<number, FaultCode>> = { 40003: 'noMailExchange', 40005: 'invalidDomain' };

async function faultOfDomain(domain: string, signal: AbortSignal): Promise<FaultCode | null> {
  try {
    const reply = await fetch(calls.checkMailDomain(), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ domain }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    const { response_code: code } = (await reply.json()) as { response_code: number };
    return FAULTS[code] ?? null;
  } catch {
    return null;
  }
}

/** Result for an address, after its field was left. */
interface AddressCheck {
  address: string;
  suggestion: string | null;
  fault: FaultCode | null;
}

/**
 * An email address. On blur a call checks whether its domain accepts mail, and a correction is offered for a likely
 * typo in the domain. Neither blocks the form, and an unreachable name server is ignored.
 */
export function EmailField({ state, label, hint }: { state: FieldState; label: string; hint?: string }) {
  const [checked, setChecked] = useState<AddressCheck | null>(null);
  const asking = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => asking.current?.abort(), []);

  function leave(given: string): void {
    const address = normalizeInput('email', given, {});
    if (checked?.address === address || emailFault(address) !== undefined) return;
    asking.current?.abort();
    const mine = (asking.current = new AbortController());
    const show = (next: AddressCheck) => afterPress(() => !mine.signal.aborted && setChecked(next));
    const suggestion = suggestAddress(address);
    show({ address, suggestion, fault: null });
    void faultOfDomain(address.slice(address.lastIndexOf('@') + 1), mine.signal).then((fault) => {
      if (fault !== null) show({ address, suggestion, fault });
    });
  }

  /** The result was for another address. */
  function forget(): void {
    asking.current?.abort();
    setChecked(null);
  }

  function take(address: string): void {
    const input = document.getElementById(`${state.form}-email`);
    if (!(input instanceof HTMLInputElement)) return;
    input.value = address;
    // The form handles it like typed input.
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.focus();
    forget();
  }

  const fault = checked?.fault ? faultWords({ field: 'email', code: checked.fault }) : undefined;
  const suggestion = checked?.suggestion;
  return (
    <FormField
      state={{ ...state, faultOf: (name) => state.faultOf(name) ?? (name === 'email' ? fault : undefined) }}
      name="email"
      label={label}
      hint={hint}
      isCounted
      onInput={forget}
      onLeave={leave}
    >
      <div role="status">
        {fault && <p className="vh">{fault}</p>}
        {suggestion && (
          <p className={styles.suggestion}>
            {before}
            <button type="button" onClick={() => take(suggestion)}>
              {suggestion}
            </button>
            {after}
          </p>
        )}
      </div>
    </FormField>
  );
}
