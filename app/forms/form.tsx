import {
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { Form as PageForm, useNavigation } from 'react-router';
import { isWaiting as isWaitingForNetwork, useObstacle } from '#app/components/shell/network.ts';
import { faultWords, formsText, problemWords as commonProblemWords } from '#app/text/zh-hk/forms.ts';
import { Button } from '#app/ui/button.tsx';
import { checkForm, type FieldFault, type Form as Rules } from '#domain/forms/fields.rules.ts';
import { BOT_CHECK_FIELDS } from '#domain/forms/bot-check.rules.ts';
import { focusFault, FormSummary } from './form-summary.tsx';
import type { FieldState, FormReply, BotCheckGuard } from './form.types.ts';
import { BotCheckFields } from './bot-check-fields.tsx';
import { readNormalized } from './normalize-input.ts';
import { useFieldChecks } from './use-field-checks.ts';
import { useIsSlow } from './use-is-slow.ts';
import styles from './form.module.css';

const NO_REPLY: FormReply = { faults: [], problem: null, retryAfterSeconds: null, values: {} };

export interface FormProps {
  /** Prefix of the ids of the fields, followed by their names. */
  id: string;
  /** Validation rules, checked before submission. */
  rules?: Rules | undefined;
  /** Reply of the page's action. */
  reply: FormReply | undefined;
  /** On a page with several forms: the action, and the item it is about. */
  intent?: string;
  thing?: string;
  /** Initial values. */
  values?: Record<string, string>;
  submit: string;
  /** Button text while submitting. */
  sending?: string;
  tone?: ComponentProps<typeof Button>['tone'];
  size?: ComponentProps<typeof Button>['size'];
  /** Layout: text width, narrow for a page of its own, or a row among others with its button. */
  look?: 'wide' | 'narrow' | 'row';
  /** Accessible name of the button, where several have the same text. */
  label?: string | undefined;
  /** The button is disabled for now. */
  isWaiting?: boolean;
  /** Saved on every change; the button is for visitors without scripts. */
  isSavedAtOnce?: boolean;
  /** Beside the button. */
  note?: ReactNode;
  /** Labels for the error summary; without them there is none. */
  labels?: Readonly<Record<string, string>>;
  /** Custom error texts. */
  faultText?: (fault: FieldFault) => string;
  /** Custom texts for errors without a field. */
  problemWords?: (reply: FormReply) => ReactNode;
  /** Field that a refusal requires, if that is not a field error. */
  problemField?: string | undefined;
  /** For forms with the bot check. */
  guard?: BotCheckGuard | undefined;
  /** Text for a form submitted too quickly without scripts. */
  tooQuick?: ReactNode;
  /** Submits without navigation; otherwise the page itself is posted to. */
  fetcher?: { Form: typeof PageForm; state: string };
  /** For forms with a file. */
  encType?: 'multipart/form-data';
  /** Fragment of links to the form. */
  anchor?: string;
  element?: RefObject<HTMLFormElement | null>;
  /** Called when validation passed and the form is submitted. */
  onSend?: (form: HTMLFormElement) => void;
  /** Called when validation failed. */
  onFaults?: () => void;
  children?: ((state: FieldState) => ReactNode) | undefined;
}

/**
 * A form. It is posted to its own page, with or without scripts; with scripts the same rules are checked before, errors
 * are shown in place, and the first invalid field is focused.
 */
export function Form({
  id,
  rules,
  reply: answered,
  intent,
  thing,
  values: initial,
  submit,
  sending = formsText.working,
  tone = 'ink',
  size,
  look = 'narrow',
  label,
  isWaiting = false,
  isSavedAtOnce = false,
  note,
  labels,
  faultText = faultWords,
  problemWords = (reply) => reply.problem && commonProblemWords(reply.problem, reply.retryAfterSeconds),
  problemField,
  guard,
  tooQuick,
  fetcher,
  encType,
  anchor,
  element: given,
  onSend,
  onFaults,
  children,
}: FormProps) {
  const own = useRef<HTMLFormElement>(null);
  const element = given ?? own;
  const navigation = useNavigation();
  const isPagePosted =
    navigation.state !== 'idle' &&
    navigation.formData !== undefined &&
    (intent === undefined || navigation.formData.get('intent') === intent);
  const going = fetcher ? fetcher.state : isPagePosted ? navigation.state : 'idle';
  // Once answered it may be submitted again, while the page is still revalidating; a redirecting answer is not shown.
  const [before, setBefore] = useState(answered);
  if (going === 'submitting' && before !== answered) setBefore(answered);
  const isSending = going === 'submitting' || (going === 'loading' && before === answered);
  const isSlow = useIsSlow(isSending);
  const [reply, setReply] = useState(answered ?? NO_REPLY);
  const [round, setRound] = useState(0);

  const [taken, setTaken] = useState(answered);
  if (answered !== taken) {
    setTaken(answered);
    // When the reply is withdrawn, errors found here since then stay.
    setReply((shown) => answered ?? (shown === taken ? NO_REPLY : shown));
    // A token is valid once.
    setRound(round + 1);
  }
  const { faults } = reply;
  const firstFault = faults[0]?.field ?? (reply.problem === null ? undefined : problemField);
  // Before the fault is shown: what is typed next is for its field.
  useLayoutEffect(() => {
    if (reply.problem !== null || reply.faults.length > 0) focusFault(element.current, id, firstFault);
    // After each reply, even with the same error.
  }, [reply, id, firstFault, element]);

  function check(event: FormEvent<HTMLFormElement>): void {
    // Of two consecutive changes, the last wins.
    if ((isSending && !isSavedAtOnce) || isWaiting) return event.preventDefault();
    const written = readNormalized(event.currentTarget);
    const found = rules ? checkForm(rules, written, new Date()).faults : [];
    if (found.length === 0) return onSend?.(event.currentTarget);
    event.preventDefault();
    setReply({ ...NO_REPLY, faults: found, values: reply.values });
    onFaults?.();
  }

  // It is sent when the network is back; until then that is shown here too.
  const isHeld = isWaitingForNetwork(useObstacle()) && isSending;
  const shown: FormReply = isHeld ? { ...reply, problem: 'offline' } : reply;
  const { faultNow, said, handlers } = useFieldChecks(rules, faults, faultText);
  const faultOf = (field: string) => {
    const fault = faultNow(field);
    return fault ? faultText(fault) : undefined;
  };
  // In a row, a brief text change would flicker.
  const saysSending = look === 'row' ? isSlow : isSending;
  const Element = fetcher?.Form ?? PageForm;
  return (
    <Element
      ref={element}
      id={anchor}
      method="post"
      encType={encType}
      className={styles.form}
      data-look={look}
      data-intent={intent}
      // Our messages are shown in place; the browser's would come first, in the browser's language.
      noValidate
      onSubmit={check}
      onChange={isSavedAtOnce ? (event) => event.currentTarget.requestSubmit() : undefined}
      {...handlers}
    >
      {intent !== undefined && <input type="hidden" name="intent" value={intent} readOnly />}
      {thing && <input type="hidden" name="thing" value={thing} readOnly />}
      <FormSummary
        id={id}
        problem={shown.problem && problemWords(shown)}
        // Corrected fields leave the summary.
        faults={labels ? faults.flatMap(({ field }) => faultNow(field) ?? []) : []}
        labels={labels ?? {}}
        faultText={faultText}
        isFirst={firstFault === undefined}
      />
      {children?.({
        form: id,
        rules,
        values: { ...initial, ...reply.values },
        faultOf,
        firstFault,
        round,
      })}
      {guard && (
        <BotCheckFields
          id={`${id}-${BOT_CHECK_FIELDS.token}`}
          guard={guard}
          round={round}
          fault={faultOf(BOT_CHECK_FIELDS.token)}
          isFirst={firstFault === BOT_CHECK_FIELDS.token}
          tooQuick={tooQuick}
        />
      )}
      <p className={styles.buttons} data-buttons="" data-spare={isSavedAtOnce || undefined}>
        <Button
          type="submit"
          size={size ?? (look === 'row' ? undefined : 'large')}
          tone={tone}
          aria-label={label}
          aria-disabled={isSending || isWaiting || undefined}
        >
          {saysSending ? sending : submit}
        </Button>
        {note}
      </p>
      <p role="status" className="vh">
        {saysSending ? sending : said}
      </p>
    </Element>
  );
}
