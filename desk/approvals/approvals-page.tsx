import { useState } from 'react';
import { Form, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router';
import { actionText } from '#app/text/zh-hk/desk-names.ts';
import { deskText } from '#app/text/zh-hk/desk.ts';
import { Button } from '#app/ui/button.tsx';
import { dateTimeHk } from '#shared/hk-time.ts';
import type { ShownRow } from '#shared/staff/shown-row.ts';
import { faultText, isProofNeeded } from '../actions/fault-text.ts';
import { ShownRows } from '../actions/shown-rows.tsx';
import { showToast } from '../actions/toasts.ts';
import { useFocusHeir } from '../actions/use-focus-heir.ts';
import { call, CallError } from '../call.ts';
import { pressed } from '../entry/log-in-again.ts';
import { ProofDialog } from '../entry/proof-dialog.tsx';
import { formText } from '../form-text.ts';
import { Panel, RoomHead } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import styles from './approvals-page.module.css';

interface Approval {
  approval_id: number;
  action: string;
  reason: string;
  rows: ShownRow[];
  state: string;
  asked_by: string;
  asked_ts: number;
  expires_ts: number;
  decided_by: string | null;
  is_mine: boolean;
  may_decide: boolean;
}
interface Loaded {
  items: Approval[];
  state: 'open' | 'all';
}

const text = deskText.approvals;
const at = (seconds: number) => dateTimeHk(new Date(seconds * 1000));

export async function loadApprovals({ request }: LoaderFunctionArgs): Promise<Loaded> {
  const state = new URL(request.url).searchParams.get('state') === 'all' ? 'all' : 'open';
  const { items } = await call<Omit<Loaded, 'state'>>(`/api/staff/approvals?state=${state}`, undefined, request.signal);
  return { items, state };
}

type Decide = (verb: 'approve' | 'refuse', body: object, words: string) => void;

/** The decision, which takes its form away. */
function Decision({ approval, isBusy, decide }: { approval: Approval; isBusy: boolean; decide: Decide }) {
  const { is_mine: isMine, may_decide: mayDecide } = approval;
  const form = useFocusHeir<HTMLFormElement>();
  return (
    <form
      ref={form}
      className={styles.decide}
      onSubmit={(event) => {
        event.preventDefault();
        const reason = formText(event.currentTarget, 'reason');
        decide('refuse', { reason }, isMine ? text.withdrawn : text.refused);
      }}
    >
      {isMine && <p>{text.mine}</p>}
      <label>
        {text.reason}
        <input name="reason" required maxLength={500} />
      </label>
      <Button type="submit" tone="outline" aria-busy={isBusy}>
        {isMine ? text.withdraw : text.refuse}
      </Button>
      {mayDecide && (
        <Button aria-busy={isBusy} onClick={() => decide('approve', {}, text.approved)}>
          {text.approve}
        </Button>
      )}
    </form>
  );
}

/** Actions that wait for a second person. */
export function ApprovalsPage() {
  const { items, state } = useLoaderData<Loaded>();
  const { revalidate } = useRevalidator();
  // Of the list in which it was pressed: the other one shows what became of it.
  const [fault, setFault] = useState<{ of: Loaded['state']; words: string } | null>(null);
  const [unproved, setUnproved] = useState<(() => void) | null>(null);
  const [isBusy, setBusy] = useState(false);
  usePageTitle(text.title);

  async function decide(id: number, verb: 'approve' | 'refuse', body: object, words: string): Promise<void> {
    setFault(null);
    setBusy(true);
    try {
      await pressed(() => call(`/api/staff/approvals/${id}/${verb}`, body));
      showToast(words);
    } catch (error) {
      if (isProofNeeded(error)) return setUnproved(() => () => void decide(id, verb, body, words));
      const isLost = error instanceof CallError && error.status === 0;
      setFault({ of: state, words: isLost ? text.noReply : faultText(error) });
    } finally {
      setBusy(false);
    }
    await revalidate();
  }

  return (
    <>
      <RoomHead title={text.title}>
        <Form className={styles.filters} aria-label={deskText.audit.filters}>
          {(['open', 'all'] as const).map((value) => (
            <button key={value} type="submit" name="state" value={value} aria-pressed={state === value}>
              {text[value]}
            </button>
          ))}
        </Form>
      </RoomHead>
      <p role="alert" className={styles.fault}>
        {fault?.of === state && fault.words}
      </p>
      {items.length === 0 && <p className={styles.empty}>{text.empty}</p>}
      {items.map((approval) => {
        const { approval_id: id, is_mine: isMine, may_decide: mayDecide } = approval;
        return (
          <Panel key={id} title={actionText(approval.action)} aside={<span>{text.state[approval.state]}</span>}>
            <div className={styles.approval}>
              <p>
                {text.askedBy(approval.asked_by, at(approval.asked_ts))}
                {approval.state === 'open' && `　${text.until(at(approval.expires_ts))}`}
                {approval.decided_by !== null && `　${text.decidedBy(approval.decided_by)}`}
              </p>
              <p>{approval.reason}</p>
              <ShownRows rows={approval.rows} />
              {approval.state === 'open' && (mayDecide || isMine) && (
                <Decision
                  approval={approval}
                  isBusy={isBusy}
                  decide={(...decision) => {
                    if (!isBusy) void decide(id, ...decision);
                  }}
                />
              )}
            </div>
          </Panel>
        );
      })}
      {unproved && (
        <ProofDialog
          onClose={() => setUnproved(null)}
          onProved={() => {
            setUnproved(null);
            unproved();
          }}
        />
      )}
    </>
  );
}
