import {
  useEffect,
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
import { HUMAN_FIELDS } from '#domain/forms/human.rules.ts';
import { focusFault, FormSummary } from './form-summary.tsx';
import type { FieldState, FormReply, HumanGuard } from './form.types.ts';
import { HumanFields } from './human-fields.tsx';
import { readNormalized } from './normalize-input.ts';
import { useFieldChecks } from './use-field-checks.ts';
import { useIsSlow } from './use-is-slow.ts';
import styles from './form.module.css';

const NO_REPLY: FormReply = { faults: [], problem: null, retryAfterSeconds: null, values: {} };

export interface FormProps {
  /** Ids of the fields are made of it and their names. */
  id: string;
  /** The rules of its fields, which are checked before anything is sent. */
  rules?: Rules | undefined;
  /** What the page's action answered. */
  reply: FormReply | undefined;
  /** Where a page has more than one form: what the press means, and what of many it is about. */
  intent?: string;
  thing?: string;
  /** Values the fields begin with. */
  values?: Record<string, string>;
  submit: string;
  /** Words of the button on the way. */
  sending?: string;
  tone?: ComponentProps<typeof Button>['tone'];
  size?: ComponentProps<typeof Button>['size'];
  /** How it is laid out: as wide as text, narrow as on a page of its own, or among others with its button in a row. */
  look?: 'wide' | 'narrow' | 'row';
  /** Words of the button for a screen reader, where many buttons read the same. */
  label?: string | undefined;
  /** It may not be pressed yet. */
  isWaiting?: boolean;
  /** Saved as soon as it is changed; the button is for who has no scripts. */
  isSavedAtOnce?: boolean;
  /** Stands beside the button. */
  note?: ReactNode;
  /** Names of the fields in the list of faults; without them there is no list. */
  labels?: Readonly<Record<string, string>>;
  /** Where faults are said otherwise than elsewhere. */
  wordsOf?: (fault: FieldFault) => string;
  /** Where what is wrong beside the fields is said otherwise than elsewhere. */
  problemWords?: (reply: FormReply) => ReactNode;
  /** The field that a refusal asks for, where it is no fault. */
  problemField?: string | undefined;
  /** Of a form with the human check. */
  guard?: HumanGuard | undefined;
  /** Where it was sent too quickly for a person without scripts. */
  tooQuick?: ReactNode;
  /** Sends it beside the page; else the page itself is posted to. */
  fetcher?: { Form: typeof PageForm; state: string };
  /** Of one with a file. */
  encType?: 'multipart/form-data';
  /** Where links to the form lead. */
  anchor?: string;
  element?: RefObject<HTMLFormElement | null>;
  /** Nothing wrong was found, and it goes. */
  onSend?: (form: HTMLFormElement) => void;
  /** Something wrong was found before it went. */
  onFaults?: () => void;
  children?: ((state: FieldState) => ReactNode) | undefined;
}

/**
 * A form of ours. It is posted to its own page, with scripts and without; with them the same rules are checked here first,
 * what is wrong is said in place, and the first fault is focused.
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
  wordsOf = faultWords,
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
  // With its answer it may be sent again, while the page still reads itself anew; an answer that leads away is not shown.
  const [before, setBefore] = useState(answered);
  if (going === 'submitting' && before !== answered) setBefore(answered);
  const isSending = going === 'submitting' || (going === 'loading' && before === answered);
  const isSlow = useIsSlow(isSending);
  const [reply, setReply] = useState(answered ?? NO_REPLY);
  const [round, setRound] = useState(0);

  const [taken, setTaken] = useState(answered);
  if (answered !== taken) {
    setTaken(answered);
    // An answer that is taken back leaves what was found here since.
    setReply((shown) => answered ?? (shown === taken ? NO_REPLY : shown));
    // A token works once.
    setRound(round + 1);
  }
  const { faults } = reply;
  const firstFault = faults[0]?.field ?? (reply.problem === null ? undefined : problemField);
  useEffect(() => {
    if (reply.problem !== null || reply.faults.length > 0) focusFault(element.current, id, firstFault);
    // Each answer anew, also where it is the same fault again.
  }, [reply, id, firstFault, element]);

  function check(event: FormEvent<HTMLFormElement>): void {
    // Of two changes one after the other the last one holds.
    if ((isSending && !isSavedAtOnce) || isWaiting) return event.preventDefault();
    const written = readNormalized(event.currentTarget);
    const found = rules ? checkForm(rules, written, new Date()).faults : [];
    if (found.length === 0) return onSend?.(event.currentTarget);
    event.preventDefault();
    setReply({ ...NO_REPLY, faults: found, values: reply.values });
    onFaults?.();
  }

  // Sent as soon as the network is back: until then it is said here too.
  const isHeld = isWaitingForNetwork(useObstacle()) && isSending;
  const shown: FormReply = isHeld ? { ...reply, problem: 'offline' } : reply;
  const { faultNow, said, handlers } = useFieldChecks(rules, faults, wordsOf);
  const faultOf = (field: string) => {
    const fault = faultNow(field);
    return fault ? wordsOf(fault) : undefined;
  };
  // Among other forms a word that comes and goes at once only flickers.
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
      // The server's words are said in place; the browser's would come before them, in the browser's language.
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
        // What is mended leaves the list.
        faults={labels ? faults.flatMap(({ field }) => faultNow(field) ?? []) : []}
        labels={labels ?? {}}
        wordsOf={wordsOf}
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
        <HumanFields
          id={`${id}-${HUMAN_FIELDS.token}`}
          guard={guard}
          round={round}
          fault={faultOf(HUMAN_FIELDS.token)}
          isFirst={firstFault === HUMAN_FIELDS.token}
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
