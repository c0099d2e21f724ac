import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useActionData, useFetcher, useOutletContext } from 'react-router';
import { readNormalized } from '#app/forms/normalize-input.ts';
import { BotCheckField } from '#app/forms/bot-check.tsx';
import { focusFault, opensAt } from '#app/forms/form-summary.tsx';
import { PasswordField } from '#app/forms/member-fields.tsx';
import { BOT_CHECK_FIELDS, type HumanGuard, type MemberReply } from '#app/forms/member-form.tsx';
import { useLeftFields } from '#app/forms/member-form-leaving.ts';
import { accountChanged } from '#app/components/frame/member-state.ts';
import { discardDraft, saveDraft, draftOf } from '#app/forms/form-drafts.ts';
import type { FieldState } from '#app/forms/visitor-form.tsx';
import { paths } from '#app/paths.ts';
import { memberFaultWords, authText } from '#app/text/zh-hk/auth.ts';
import { accountProblem, accountText } from '#app/text/zh-hk/account.ts';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { faultsIn, type MemberForm as FormName } from '#app/forms/member-forms.ts';
import type { ReauthenticationNeed } from './own-page.server.ts';
import styles from './account.module.css';

/** What an action answers to a change. */
export interface AccountReply extends MemberReply {
  intent: string;
  /** Which of many it was about. */
  thing: string;
  isDone: boolean;
  /** What the page is to know of what was done. */
  told: Record<string, unknown>;
}

const text = accountText.form;
const SLOW_MS = 700;
const NONE: MemberReply['faults'] = [];

/** What the frame tells the pages in it. */
export interface ShellContext {
  memberId: number;
}

/** What was written here and met a session that was over, once the same member is back. */
export function useDraft(intent: string, thing = ''): Record<string, string> | undefined {
  const { memberId } = useOutletContext<ShellContext>();
  const [written] = useState(() => draftOf(`${intent}:${thing}`, memberId));
  return written;
}

/** The answer to one form of a page: of the fetcher, or of the page itself where no scripts run. */
export function useAccountForm(intent: string, thing = '') {
  const fetcher = useFetcher<AccountReply>({ key: `${intent}:${thing}` });
  const posted = useActionData<AccountReply>();
  const answer = fetcher.data ?? posted;
  const reply = answer?.intent === intent && answer.thing === thing ? answer : undefined;
  return { fetcher, reply, isSending: fetcher.state !== 'idle' };
}

/** Whether something of a list was just taken from it: its own form went with it, so the list says so. */
export function useTakenAway(intent: string): { isTaken: boolean; take: () => void } {
  const posted = useActionData<AccountReply>();
  const [isTaken, setTaken] = useState(false);
  return { isTaken: isTaken || (posted?.intent === intent && posted.isDone), take: () => setTaken(true) };
}

/** Whether a press takes so long that it must be said: a word that comes and goes at once only flickers. */
function useIsSlow(isSending: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isSending) return;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isSending]);
  return isSlow;
}

interface AccountFormProps {
  intent: string;
  thing?: string;
  /** The call whose rules are checked before anything is sent. */
  form?: FormName;
  /** Values the fields begin with. */
  values?: Record<string, string>;
  submit: string;
  tone?: 'outline' | 'danger' | 'quiet';
  size?: 'small';
  /** Of what decides whose the account is: what had to be proved when the page was read. It may be more by now. */
  proof?: ReauthenticationNeed;
  guard?: HumanGuard;
  /** Told of what was done, once a time. */
  onDone?: (reply: AccountReply) => void;
  /** Words for a screen reader, where many buttons read the same. */
  label?: string;
  /** It may not be pressed yet. Why is said beside it: a name that counts would be read out every second. */
  isWaiting?: boolean;
  /** Saved as soon as it is changed; the button is for who has no scripts. */
  isSavedAtOnce?: boolean;
  /** Stands beside the button. */
  note?: ReactNode;
  /** Where faults are said otherwise than elsewhere. */
  wordsOf?: typeof memberFaultWords;
  children?: (state: FieldState, id: string) => ReactNode;
}

/** One change of the account. It is posted to its own page; with scripts the page stays as it is around it. */
export function AccountForm({
  intent,
  thing = '',
  form,
  values: initial = {},
  submit,
  tone,
  size,
  proof: asked,
  guard,
  onDone,
  label,
  isWaiting = false,
  isSavedAtOnce = false,
  note,
  wordsOf = memberFaultWords,
  children,
}: AccountFormProps) {
  const { fetcher, reply, isSending } = useAccountForm(intent, thing);
  const { memberId } = useOutletContext<ShellContext>();
  const unsent = useDraft(intent, thing);
  const element = useRef<HTMLFormElement>(null);
  const [found, setFound] = useState<MemberReply['faults']>(NONE);
  const [round, setRound] = useState(0);
  const id = thing ? `${intent}-${thing}` : intent;
  const isSlow = useIsSlow(isSending);

  const [answered, setAnswered] = useState(reply);
  if (answered !== reply) {
    setAnswered(reply);
    if (reply) setFound(NONE);
    setRound((before) => before + 1);
  }
  const faults = found.length > 0 ? found : (reply?.faults ?? NONE);
  const problem = found.length > 0 ? null : (reply?.problem ?? null);
  const needs = asked === undefined ? null : (reply?.needs ?? null);
  const proof = needs === null ? asked : needs === 'log-in' ? 'log-in' : 'password';

  const { faultNow, said, handlers } = useLeftFields(form, faults);

  const tell = useRef(onDone);
  useEffect(() => {
    tell.current = onDone;
  });
  useEffect(() => {
    if (reply && reply.needs !== 'log-in') discardDraft(`${intent}:${thing}`);
    if (reply?.isDone) {
      if (!isSavedAtOnce) element.current?.reset();
      tell.current?.(reply);
      // The frame shows the name, and what the member may do.
      void accountChanged();
    }
  }, [reply, intent, thing, isSavedAtOnce]);
  const firstFault = faults[0]?.field ?? (problem !== null && needs !== null ? 'password' : undefined);
  useEffect(() => {
    if (firstFault === undefined && problem === null) return;
    focusFault(element.current, id, firstFault === undefined ? undefined : { field: firstFault });
    // Each answer anew, also where it is the same fault again.
  }, [reply, found, firstFault, problem, id]);

  function check(event: FormEvent<HTMLFormElement>): void {
    // Of two changes one after the other the last one holds.
    if ((isSending && !isSavedAtOnce) || isWaiting) return event.preventDefault();
    const given = readNormalized(event.currentTarget);
    const faults = form ? faultsIn(form, given, new Date()) : [];
    setFound(faults.length > 0 ? faults : NONE);
    if (faults.length > 0) {
      event.preventDefault();
      // What was done before is no answer to this.
      if (reply?.isDone) fetcher.reset();
    } else saveDraft(`${intent}:${thing}`, memberId, event.currentTarget);
  }

  if (proof === 'log-in')
    return (
      <p>
        {text.logInAgain} <a href={paths.memberSecurity()}>{text.toLogOut}</a>
      </p>
    );
  const faultOf = (field: string) => {
    const fault = faultNow(field);
    return fault ? wordsOf(fault) : undefined;
  };
  const state: FieldState = { values: { ...initial, ...unsent, ...reply?.values }, faultOf, firstFault, round };
  return (
    <fetcher.Form
      ref={element}
      method="post"
      className={styles.form}
      data-intent={intent}
      noValidate
      onSubmit={check}
      onChange={isSavedAtOnce ? (event) => event.currentTarget.requestSubmit() : undefined}
      {...handlers}
    >
      <input type="hidden" name="intent" value={intent} readOnly />
      {thing && <input type="hidden" name="thing" value={thing} readOnly />}
      {problem && (
        <p className={styles.problem} role="alert" tabIndex={-1} data-summary="" {...opensAt(firstFault === undefined)}>
          <Icon name="circle-alert" />
          <span>
            {needs === 'password' ? text.proveFirst : accountProblem(problem, reply?.retryAfterSeconds ?? null)}
          </span>
        </p>
      )}
      {children?.(state, id)}
      {proof === 'password' && (
        <PasswordField
          form={id}
          name="password"
          state={state}
          label={text.ownPassword}
          hint={text.ownPasswordHint}
          autoComplete="current-password"
        />
      )}
      {guard && (
        <BotCheckField
          id={`${id}-turnstileToken`}
          guard={guard}
          names={BOT_CHECK_FIELDS}
          round={round}
          fault={faultOf('turnstileToken')}
          isFirst={firstFault === 'turnstileToken'}
        />
      )}
      <p className={styles.buttons} data-spare={isSavedAtOnce || undefined}>
        <Button
          type="submit"
          tone={tone}
          size={size}
          aria-label={label}
          aria-disabled={isSending || isWaiting || undefined}
        >
          {isSlow ? authText.sending : submit}
        </Button>
        {note}
      </p>
      <p role="status" className="vh">
        {isSlow ? authText.sending : said}
      </p>
    </fetcher.Form>
  );
}

/** Says what was done, in place; silent until then. */
export function DoneLine({ isDone, words }: { isDone: boolean | undefined; words: string }) {
  return (
    <div role="status">
      {isDone && words && (
        <p className={styles.done}>
          <Icon name="check" />
          <span>{words}</span>
        </p>
      )}
    </div>
  );
}
