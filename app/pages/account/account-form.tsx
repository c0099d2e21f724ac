import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useActionData, useFetcher, useOutletContext } from 'react-router';
import { accountChanged } from '#app/components/frame/member-state.ts';
import { discardDraft, draftOf, saveDraft } from '#app/forms/form-drafts.ts';
import { Form, type FormProps } from '#app/forms/form.tsx';
import type { FieldState, FormReply } from '#app/forms/form.types.ts';
import { PasswordField } from '#app/forms/password-field.tsx';
import { paths } from '#app/paths.ts';
import { accountProblem, accountText } from '#app/text/zh-hk/account.ts';
import { Icon } from '#app/ui/icon.tsx';
import type { ReauthenticationNeed } from './own-page.server.ts';
import styles from './account.module.css';

/** Reply of an action on the account. */
export interface AccountReply extends FormReply {
  intent: string;
  /** The item it applied to. */
  thing: string;
  isDone: boolean;
  /** Result data for the page. */
  told: Record<string, unknown>;
}

const text = accountText.form;

/** Data the frame passes to its pages. */
export interface ShellContext {
  memberId: number;
}

/** Input submitted here after the session had ended, restored when the same member is back. */
export function useDraft(intent: string, thing = ''): Record<string, string> | undefined {
  const { memberId } = useOutletContext<ShellContext>();
  const [written] = useState(() => draftOf(`${intent}:${thing}`, memberId));
  return written;
}

/** The reply to one form of a page: of the fetcher, or without scripts of the page itself. */
export function useAccountForm(intent: string, thing = '') {
  const fetcher = useFetcher<AccountReply>({ key: `${intent}:${thing}` });
  const posted = useActionData<AccountReply>();
  const answer = fetcher.data ?? posted;
  const reply = answer?.intent === intent && answer.thing === thing ? answer : undefined;
  return { fetcher, reply, isSending: fetcher.state !== 'idle' };
}

/** Whether an item was just removed from a list: its own form is gone, so the list shows the message. */
export function useTakenAway(intent: string): { isTaken: boolean; take: () => void } {
  const posted = useActionData<AccountReply>();
  const [isTaken, setTaken] = useState(false);
  return { isTaken: isTaken || (posted?.intent === intent && posted.isDone), take: () => setTaken(true) };
}

interface AccountFormProps extends Pick<
  FormProps,
  | 'rules'
  | 'thing'
  | 'values'
  | 'submit'
  | 'tone'
  | 'size'
  | 'label'
  | 'isWaiting'
  | 'isSavedAtOnce'
  | 'note'
  | 'faultText'
  | 'guard'
> {
  intent: string;
  /**
   * For changes that need proof of ownership: the proof required when the page was loaded. By submission it may be
   * stricter.
   */
  proof?: ReauthenticationNeed;
  /** Called once per completed change. */
  onDone?: (reply: AccountReply) => void;
  children?: (state: FieldState) => ReactNode;
}

/** A form for one account change. It is posted to its own page; with scripts the page around it stays. */
export function AccountForm({
  intent,
  thing = '',
  values: initial,
  isSavedAtOnce = false,
  proof: asked,
  onDone,
  children,
  ...form
}: AccountFormProps) {
  const { fetcher, reply } = useAccountForm(intent, thing);
  const { memberId } = useOutletContext<ShellContext>();
  const unsent = useDraft(intent, thing);
  const element = useRef<HTMLFormElement>(null);
  const needs = asked === undefined ? null : (reply?.needs ?? null);
  const proof = needs === null ? asked : needs === 'log-in' ? 'log-in' : 'password';

  const tell = useRef(onDone);
  useLayoutEffect(() => {
    tell.current = onDone;
  });
  // Before the result is shown: what is typed next is neither reset nor loses the focus.
  useLayoutEffect(() => {
    if (reply && reply.needs !== 'log-in') discardDraft(`${intent}:${thing}`);
    if (reply?.isDone) {
      if (!isSavedAtOnce) element.current?.reset();
      tell.current?.(reply);
      // The frame shows the name and the member's rights.
      void accountChanged();
    }
  }, [reply, intent, thing, isSavedAtOnce]);

  if (proof === 'log-in')
    return (
      <p>
        {text.logInAgain} <a href={paths.memberSecurity()}>{text.toLogOut}</a>
      </p>
    );
  return (
    <Form
      {...form}
      id={thing ? `${intent}-${thing}` : intent}
      look="row"
      intent={intent}
      thing={thing}
      reply={reply}
      values={{ ...initial, ...unsent }}
      isSavedAtOnce={isSavedAtOnce}
      fetcher={fetcher}
      element={element}
      problemWords={({ problem, retryAfterSeconds }) =>
        problem && (needs === 'password' ? text.proveFirst : accountProblem(problem, retryAfterSeconds))
      }
      problemField={needs === null ? undefined : 'password'}
      onSend={(written) => saveDraft(`${intent}:${thing}`, memberId, written)}
      // The earlier result does not apply to this attempt.
      onFaults={() => reply?.isDone && fetcher.reset()}
    >
      {(state) => (
        <>
          {children?.(state)}
          {proof === 'password' && (
            <PasswordField name="password" state={state} label={text.ownPassword} hint={text.ownPasswordHint} />
          )}
        </>
      )}
    </Form>
  );
}

/** Shows the result in place; silent until then. */
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
