import { useEffect, useState, type FocusEvent, type InputEvent } from 'react';
import { checkForm, type FieldFault, type Form as Rules } from '#domain/forms/fields.rules.ts';
import { givenIn, readNormalized } from './normalize-input.ts';
import { afterPress, watchPresses } from './after-press.ts';

/** By the name of a field that was left: what is wrong with it, or null. */
type Left = Readonly<Record<string, FieldFault | null>>;
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What only the server finds out stays until its own field is written in. */
const OF_THE_SERVER: readonly string[] = ['noMailExchange', 'invalidDomain', 'commonPassword', 'knownPassword'];

const isControl = (target: EventTarget): target is Control =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;

/** The field that is written in, by itself or by the button that belongs to it. */
function controlOf(target: EventTarget): Control | null {
  if (isControl(target)) return ['checkbox', 'radio'].includes(target.type) ? null : target;
  const owned = target instanceof HTMLButtonElement && target.getAttribute('aria-controls');
  return owned ? controlOf(document.getElementById(owned) ?? document) : null;
}

/** The label without what stands behind it. */
const labelOf = (control: Control): string => control.labels?.[0]?.firstChild?.textContent?.trim() ?? '';

/**
 * What is wrong with a form's fields between two tries. It is said when a field is left, by the rules of the server, not
 * while it is typed; and it goes as soon as it is put right. `faults` are those of the last try.
 */
export function useFieldChecks(
  rules: Rules | undefined,
  faults: readonly FieldFault[],
  wordsOf: (fault: FieldFault) => string,
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
    // Nobody is told to fill in what they only passed.
    if (value === '' && faultIn(name, left) === null) return;
    afterPress(() => {
      if (!element.isConnected) return;
      const found = checkForm(rules, readNormalized(element), new Date()).faults;
      const of = (one: string) => found.find(({ field }) => field === one) ?? null;
      const fault = of(name);
      setLeft((before) =>
        Object.fromEntries([...Object.keys(before).filter((one) => one !== name), name].map((one) => [one, of(one)])),
      );
      setSaid(fault ? `${labelOf(control)}：${wordsOf(fault)}` : '');
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
    /** What is wrong with a field now. */
    faultNow: (name: string) => faultIn(name, left),
    /** Read aloud. */
    said,
    handlers: { onBlur: leave, onInput: write },
  };
}
