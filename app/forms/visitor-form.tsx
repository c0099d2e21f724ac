import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { formsText } from '#app/text/zh-hk/forms.ts';
import { Button } from '#app/ui/button.tsx';
import {
  checkForm,
  FAULT_CODES,
  HIDDEN_FIELDS,
  MAX_PICTURE_BYTES,
  type FieldFault,
  type FormFields,
  type FormName,
} from '#domain/contact/contact.schema.ts';
import { fieldRules } from '#shared/field-rules.ts';
import { BotCheckField } from './bot-check.tsx';
import { focusFault, FormSummary } from './form-summary.tsx';
import type { HumanGuard } from './member-form.tsx';
import { fetchThroughGaps, isWaiting, useObstacle } from '#app/components/shell/network.ts';
import styles from './visitor-form.module.css';

/** What the server gives a form when it is opened. */
export interface FormGuard extends HumanGuard {
  key: string;
}

/** What came of a try. */
export interface FormReply {
  faults: FieldFault[];
  values: FormFields;
  problem: keyof typeof formsText.problems | null;
}

const NO_REPLY: FormReply = { faults: [], values: {}, problem: null };

/** What a field is drawn from. */
export interface FieldState {
  /** Counts the answers to a form: what belongs to one of them is drawn anew with the next. */
  round?: number;
  values: FormFields;
  /** Words of the field's fault. */
  faultOf: (field: string) => string | undefined;
  /** The first field that is wrong: the page that comes back without scripts opens at it. */
  firstFault: string | undefined;
}

interface VisitorFormProps {
  form: FormName;
  guard: FormGuard;
  /** Address of the page itself, which takes the form where no scripts run. */
  action: string;
  /** Address of the call. */
  call: string;
  sentPath: string;
  /** What the page's action answered. */
  reply: FormReply | undefined;
  labels: Record<string, string>;
  wordsOf: (fault: FieldFault) => string;
  children: (state: FieldState) => ReactNode;
}

function textsOf(data: FormData): FormFields {
  return Object.fromEntries([...data].filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

function pictureFaults(data: FormData): FieldFault[] {
  const file = data.get(HIDDEN_FIELDS.picture);
  if (!(file instanceof File) || (file.size === 0 && file.name === '')) return [];
  const isGood = file.size > 0 && fieldRules.size(file, MAX_PICTURE_BYTES) && fieldRules.image(file);
  return isGood ? [] : [{ field: HIDDEN_FIELDS.picture, code: 'picture' }];
}

/** Faults in the wrapped reply of a call that refused the form. */
async function faultsIn(response: Response): Promise<FieldFault[]> {
  const reply: unknown = await response.json().catch(() => null);
  const detail = (reply as { response?: { detail?: { faults?: unknown } } } | null)?.response?.detail;
  if (!Array.isArray(detail?.faults)) return [];
  return (detail.faults as { field?: unknown; message?: unknown }[]).flatMap(({ field, message }) => {
    const code = FAULT_CODES.find((known) => known === message);
    return typeof field === 'string' && code ? [{ field, code }] : [];
  });
}

/**
 * A form a visitor sends. Without scripts the browser posts it to its page; with them it goes to the call, and what is
 * wrong is said in place, the first fault focused. Either way the server's schema decides.
 */
export function VisitorForm({
  form,
  guard,
  action,
  call,
  sentPath,
  reply: answered = NO_REPLY,
  labels,
  wordsOf,
  children,
}: VisitorFormProps) {
  const navigate = useNavigate();
  const element = useRef<HTMLFormElement>(null);
  const [reply, setReply] = useState(answered);
  const [isSending, setSending] = useState(false);
  const [round, setRound] = useState(0);
  const left = useRef(new AbortController());
  useEffect(() => {
    const leaving = new AbortController();
    left.current = leaving;
    return () => leaving.abort();
  }, []);
  const isHeld = isWaiting(useObstacle()) && isSending;
  const { faults, values } = reply;
  const problem = isHeld ? 'offline' : reply.problem;

  // After a try: to the first fault, or to what else is wrong. A fault of the bot check has no field of its own.
  useEffect(() => {
    if (reply.faults.length > 0 || reply.problem !== null) focusFault(element.current, form, reply.faults[0]);
  }, [reply, form]);

  const show = (next: Partial<FormReply>) => setReply({ ...NO_REPLY, values, ...next });

  async function send(data: FormData): Promise<void> {
    const response = await fetchThroughGaps(call, { method: 'POST', body: data, signal: left.current.signal });
    if (response.ok) {
      await navigate(sentPath);
      return;
    }
    setRound((before) => before + 1);
    const found = await faultsIn(response);
    if (found.length > 0) show({ faults: found });
    else show({ problem: response.status === 429 ? 'busy' : response.status === 413 ? 'tooLarge' : 'unavailable' });
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isSending) return;
    const data = new FormData(event.currentTarget);
    const found = [...checkForm(form, textsOf(data)).faults, ...pictureFaults(data)];
    const token = data.get(HIDDEN_FIELDS.token);
    if (found.length === 0 && !fieldRules.captcha(typeof token === 'string' ? token : null))
      found.push({ field: HIDDEN_FIELDS.token, code: 'botCheck' });
    if (found.length > 0) return show({ faults: found });
    setSending(true);
    try {
      await send(data);
    } catch (error) {
      // Who leaves the page takes back what could not be sent yet.
      if (!left.current.signal.aborted) throw error;
    } finally {
      setSending(false);
    }
  }

  const faultOf = (field: string) => {
    const fault = faults.find((one) => one.field === field);
    return fault && wordsOf(fault);
  };
  const botFault = faultOf(HIDDEN_FIELDS.token);
  return (
    <form
      ref={element}
      id="form"
      className={styles.form}
      method="post"
      action={action}
      encType="multipart/form-data"
      // The server's words are said in place; the browser's would come before them, in the browser's language.
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <FormSummary
        id={form}
        problem={problem && formsText.problems[problem]}
        faults={faults}
        labels={labels}
        wordsOf={wordsOf}
      />
      {children({ values, faultOf, firstFault: faults[0]?.field })}
      <input type="hidden" name={HIDDEN_FIELDS.key} value={guard.key} readOnly />
      <p className={styles.trap} aria-hidden="true">
        <label>
          {formsText.trap}
          <input type="text" name={HIDDEN_FIELDS.trap} tabIndex={-1} autoComplete="off" />
        </label>
      </p>
      <BotCheckField
        id={`${form}-${HIDDEN_FIELDS.token}`}
        guard={guard}
        names={HIDDEN_FIELDS}
        round={round}
        fault={botFault}
        isFirst={faults[0]?.field === HIDDEN_FIELDS.token}
      >
        {botFault && (
          <noscript>
            <p className={styles.hint}>{formsText.tooQuick}</p>
            {form === 'lostproperty' && (
              <p className={styles.hint} lang="en">
                {formsText.tooQuickEn}
              </p>
            )}
          </noscript>
        )}
      </BotCheckField>
      <p>
        <Button type="submit" size="large" aria-disabled={isSending || undefined}>
          {isSending ? formsText.sending : formsText.send}
        </Button>
      </p>
      <p role="status" className="vh">
        {isSending ? formsText.sending : ''}
      </p>
    </form>
  );
}
