import { useEffect, useState } from 'react';
import { authText } from '#app/text/zh-hk/auth.ts';
import { faultWords } from '#app/text/zh-hk/forms.ts';
import { Icon } from '#app/ui/icon.tsx';
import { isPassword, passwordParts } from '#domain/passwords/passwords.rules.ts';
import type { FieldState } from './form.types.ts';
import { PasswordField } from './password-field.tsx';
import { isEasyToGuess } from './password-strength.ts';
import { useDebounced } from './use-debounced.ts';
import styles from './form.module.css';

const text = authText.passwordRules;

/** The rules are shown above the error, which need not repeat them. */
const RULES = faultWords({ field: 'new_password', code: 'password' });
/** Known to the server only, which has the lists of common passwords. */
const GUESSED = (['commonPassword', 'knownPassword'] as const).map((code) =>
  faultWords({ field: 'new_password', code }),
);
const shorter = (fault: string | undefined) => (fault === RULES ? text.notYet : fault);

/** A password requirement and its state: as text, and with an icon. */
function Rule({ state, words }: { state: 'open' | 'met' | 'broken'; words: string }) {
  return (
    <li data-state={state}>
      {state === 'open' ? <i /> : <Icon name={state === 'met' ? 'check' : 'circle-alert'} />}
      <span>
        {words}
        {state !== 'open' && <span className="vh">{text[state]}</span>}
      </span>
    </li>
  );
}

/** A new password, with its requirements below and their progress while typing. */
export function NewPasswordField({
  state,
  own,
  ...props
}: {
  name: string;
  state: FieldState;
  label: string;
  /** Data of the member: a password made of it is rejected. */
  own: readonly string[];
}) {
  const [typed, setTyped] = useState('');
  const id = `${state.form}-${props.name}`;
  useEffect(() => {
    // Resetting a form also clears the value here.
    const form = document.querySelector<HTMLInputElement>(`#${CSS.escape(id)}`)?.form;
    const empty = () => setTyped('');
    form?.addEventListener('reset', empty);
    return () => form?.removeEventListener('reset', empty);
  }, [id]);
  const { missing, isClean } = passwordParts(typed);
  const isGood = isPassword(typed);
  const isGuessed = GUESSED.includes(state.faultOf(props.name) ?? '');
  // The rejected password, until another is typed.
  const [refused, setRefused] = useState<string | null>(null);
  if (isGuessed !== (refused !== null)) setRefused(isGuessed ? typed : null);
  const isEasy = isEasyToGuess(typed, own) || (typed !== '' && typed === refused);
  const guess = isGood ? (isEasy ? text.easy : text.hard) : text.longer;
  const summary =
    typed === ''
      ? ''
      : !isClean
        ? text.sayUnclean
        : missing > 0
          ? text.sayShort(missing)
          : isEasy
            ? text.sayEasy
            : text.sayGood;
  const said = useDebounced(summary);
  return (
    <PasswordField
      {...props}
      state={{ ...state, faultOf: (name) => shorter(state.faultOf(name)) }}
      onInput={setTyped}
      told={`${id}-rules`}
    >
      <ul className={styles.rules} id={`${id}-rules`}>
        <Rule state={missing === 0 ? 'met' : 'open'} words={text.least} />
        <Rule state={typed === '' ? 'open' : isClean ? 'met' : 'broken'} words={text.clean} />
        <Rule state={isGood && !isEasy ? 'met' : 'open'} words={guess} />
      </ul>
      <span className="vh" role="status">
        {said}
      </span>
    </PasswordField>
  );
}
