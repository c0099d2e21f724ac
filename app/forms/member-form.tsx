import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import { memberFaultWords, memberProblemWords, authText } from '#app/text/zh-hk/auth.ts';
import { Button } from '#app/ui/button.tsx';
import type { FieldFault } from '#domain/forms/fields.rules.ts';
import { faultsIn, type MemberForm as FormName } from './member-forms.ts';
import type { BotCheckAction } from '#shared/bot-check.ts';
import type { ErrorName } from '#shared/domain-error.ts';
import { readNormalized } from './normalize-input.ts';
import { BotCheckField } from './bot-check.tsx';
import { focusFault, FormSummary } from './form-summary.tsx';
import { useLeftFields } from './member-form-leaving.ts';
import { isWaiting, useObstacle } from '#app/components/shell/network.ts';
import type { FieldState } from './visitor-form.tsx';
import styles from './visitor-form.module.css';
import look from './member-form.module.css';

/** What the page's action answers to a form it does not take. */
export interface MemberReply {
  faults: FieldFault[];
  problem: ErrorName | 'offline' | null;
  retryAfterSeconds: number | null;
  /** Of a log-in: how many more wrong passwords lock it for `retryAfterSeconds`; null: many. */
  triesLeft?: number | null;
  /** Of what decides whose an account is: the password, once more as it was wrong, or a new log-in. */
  needs?: 'password' | 'password-again' | 'log-in' | null;
  /** What was written, without secrets. */
  values: Record<string, string>;
}

/** What the server gives a form with the bot check when it is opened. */
export interface HumanGuard {
  ticket: string;
  botCheckWidget: { siteKey: string; scriptUrl: string; action: BotCheckAction };
}

/** What the check and its stand-in are called in calls of members. */
export const BOT_CHECK_FIELDS = { ticket: 'ticket', token: 'turnstileToken' } as const;

const NO_REPLY: MemberReply = { faults: [], problem: null, retryAfterSeconds: null, values: {} };

interface MemberFormProps {
  /** The call of which these are the fields; null for a press that sends nothing but itself. */
  form: FormName | null;
  /** Where a page has more than one form: what the press means, sent as `intent`. */
  intent?: string;
  reply: MemberReply | undefined;
  /** Names of the fields in the list of faults. */
  labels: Record<string, string>;
  submit: string;
  /** Where faults are said otherwise than elsewhere. */
  wordsOf?: (fault: FieldFault) => string;
  /** Where what is wrong beside the fields is said otherwise than elsewhere. */
  problemWords?: (reply: MemberReply) => ReactNode;
  /** Of a form with the bot check. */
  guard?: HumanGuard;
  tone?: 'ink' | 'outline';
  /** Before it may be pressed again. */
  waitSeconds?: number;
  waitWords?: (seconds: number) => string;
  children?: (state: FieldState) => ReactNode;
}

/**
 * A form of a member or of who wants to be one. It is posted to its own page, with scripts and without; the same rules are
 * checked here first, what is wrong is said in place, and the first fault is focused.
 */
export function MemberForm({
  form,
  intent,
  reply: answered = NO_REPLY,
  labels,
  submit,
  wordsOf = memberFaultWords,
  problemWords,
  guard,
  tone = 'ink',
  waitSeconds = 0,
  waitWords = authText.finish.resendIn,
  children,
}: MemberFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const navigation = useNavigation();
  const isSending =
    navigation.state !== 'idle' &&
    navigation.formData !== undefined &&
    (intent === undefined || navigation.formData.get('intent') === intent);
  const [reply, setReply] = useState(answered);
  const [round, setRound] = useState(0);
  const id = [form, intent].filter(Boolean).join('-');

  const [taken, setTaken] = useState(answered);
  if (answered !== taken) {
    setTaken(answered);
    setReply(answered);
    // A token works once.
    setRound((before) => before + 1);
  }

  useEffect(() => {
    if (reply.faults.length > 0 || reply.problem !== null) focusFault(element.current, id, reply.faults[0]);
  }, [reply, id]);

  function check(event: FormEvent<HTMLFormElement>): void {
    const given = readNormalized(event.currentTarget);
    // The salt of a code is a cookie that scripts do not see.
    const faults = form ? faultsIn(form, given, new Date()).filter(({ field }) => field !== 'random_salt') : [];
    if (isSending || waitSeconds > 0 || faults.length > 0) event.preventDefault();
    if (!isSending && waitSeconds === 0 && faults.length > 0) setReply({ ...NO_REPLY, faults, values: reply.values });
  }

  const { faults, retryAfterSeconds, values } = reply;
  // Sent as soon as the network is back: until then it is said here too.
  const isHeld = isWaiting(useObstacle()) && isSending;
  const problem = isHeld ? 'offline' : reply.problem;
  const { faultNow, said, handlers } = useLeftFields(form, faults);
  const faultOf = (field: string) => {
    const fault = faultNow(field);
    return fault ? wordsOf(fault) : undefined;
  };
  return (
    <Form
      ref={element}
      method="post"
      className={`${styles.form} ${look.form}`}
      noValidate
      onSubmit={check}
      {...handlers}
    >
      <FormSummary
        id={id}
        problem={problem && (problemWords?.(reply) ?? memberProblemWords(problem, retryAfterSeconds))}
        // What is mended leaves the list.
        faults={faults.flatMap(({ field }) => faultNow(field) ?? [])}
        labels={labels}
        wordsOf={wordsOf}
      />
      {children?.({ values, faultOf, firstFault: faults[0]?.field, round })}
      {intent && <input type="hidden" name="intent" value={intent} readOnly />}
      {guard && (
        <BotCheckField
          id={`${id}-turnstileToken`}
          guard={guard}
          names={BOT_CHECK_FIELDS}
          round={round}
          fault={faultOf('turnstileToken')}
          isFirst={faults[0]?.field === 'turnstileToken'}
        />
      )}
      <p>
        <Button
          type="submit"
          size="large"
          tone={tone}
          className={look.submit}
          aria-disabled={isSending || waitSeconds > 0 || undefined}
        >
          {isSending ? authText.sending : waitSeconds > 0 ? waitWords(waitSeconds) : submit}
        </Button>
      </p>
      <p role="status" className="vh">
        {isSending ? authText.sending : said}
      </p>
    </Form>
  );
}
