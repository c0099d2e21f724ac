import { useEffect, useState, type FocusEvent, type InputEvent } from 'react';
import { checkForm, type FieldFault, type Form as Rules } from '#domain/forms/fields.rules.ts';
import { givenIn, readNormalized } from './normalize-input.ts';
import { afterPress, watchPresses } from './after-press.ts';

/** Error of each field that was left, by name; null if valid. */
type Left = Readonly<Record<string, FieldFault | null>>;
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Found by the server only: stay until their field is edited. */
const OF_THE_SERVER: readonly string[] = ['noMailExchange', 'invalidDomain', 'commonPassword', 'knownPassword'];

const isControl = (target: EventTarget): target is Control =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;

/** The edited control, directly or through its button. */
function controlOf(target: EventTarget): Control | null {
  if (isControl(target)) return ['checkbox', 'radio'].includes(target.type) ? null : target;
  const owned = target instanceof HTMLButtonElement && target.getAttribute('aria-controls');
  return owned ? controlOf(document.getElementById(owned) ?? document) : null;
}

/** The label without its suffix. */
const labelOf = (control: Control): string => control.labels?.[0]?.firstChild?.textContent?.trim() ?? '';

/**
 * Field errors between two submissions. An error is shown when a field is left, by the server's rules, not while
 * typing; it disappears as soon as it is corrected. `faults` are those of the last submission.
 */
export function useFieldChecks(
  rules: Rules | undefined,
  faults: readonly FieldFault[],
  faultText: (fault: FieldFault) => string,
) {
  const [left, setLeft] = useState<Left>({});
  const [said, setSaid] = useState('');
  const [tried, setTried] = useState(faults);
  if (tried !== faults) {
    setTried(faults);
    setLeft({});
    setSaid('');
  }
  useEffect(watchPresses, []);

  const faultIn = (name: string, found: Left) =>
    (name in found ? found[name] : faults.find(({ field }) => field === name)) ?? null;

  function leave({ target, relatedTarget, currentTarget: element }: FocusEvent<HTMLFormElement>): void {
    const control = controlOf(target);
    if (!rules || control === null || (relatedTarget && controlOf(relatedTarget) === control)) return;
    const { name, value } = control;
    // Empty fields that were only passed through are not reported.
    if (value === '' && faultIn(name, left) === null) return;
    afterPress(() => {
      if (!element.isConnected) return;
      const found = checkForm(rules, readNormalized(element), new Date()).faults;
      const of = (one: string) => found.find(({ field }) => field === one) ?? null;
      const fault = of(name);
      setLeft((before) =>
        Object.fromEntries([...Object.keys(before).filter((one) => one !== name), name].map((one) => [one, of(one)])),
      );
      setSaid(fault ? `${labelOf(control)}：${faultText(fault)}` : '');
    });
  }

  function write({ target, currentTarget: element }: InputEvent<HTMLFormElement>): void {
    if (!rules || !isControl(target)) return;
    const shown = [...new Set([...faults.map(({ field }) => field), ...Object.keys(left)])].flatMap(
      (name) => faultIn(name, left) ?? [],
    );
    if (shown.length === 0) return;
    const found = new Set(checkForm(rules, givenIn(element), new Date()).faults.map(({ field }) => field));
    const mended = shown.filter(
      ({ field, code }) => !found.has(field) && (field === target.name || !OF_THE_SERVER.includes(code)),
    );
    if (mended.length === 0) return;
    setLeft((before) => ({ ...before, ...Object.fromEntries(mended.map(({ field }) => [field, null])) }));
    setSaid('');
  }

  return {
    /** Current error of a field. */
    faultNow: (name: string) => faultIn(name, left),
    /** Announced. */
    said,
    handlers: { onBlur: leave, onInput: write },
  };
}
