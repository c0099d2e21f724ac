import { useState, type SubmitEvent } from 'react';
import { Link, useLoaderData, useParams, useRevalidator, type LoaderFunctionArgs } from 'react-router';
import { actionText } from '#app/text/zh-hk/desk-names.ts';
import { deskText } from '#app/text/zh-hk/desk.ts';
import { Button } from '#app/ui/button.tsx';
import { dateTimeHk } from '#shared/hk-time.ts';
import { faultText, isProofNeeded } from '../actions/fault-text.ts';
import { call } from '../call.ts';
import { pressed } from '../entry/log-in-again.ts';
import { deskPaths } from '../desk-paths.ts';
import { ProofDialog } from '../entry/proof-dialog.tsx';
import { formText } from '../form-text.ts';
import { Panel, RoomHead } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import { useLiveRead } from '../live/live.ts';
import { JobProgress, type Job } from './job-progress.tsx';
import styles from './bulk.module.css';

const text = deskText.lists.bulk;
const PATH = '/api/staff/bulk-jobs';
const POLL_MS = 5_000;

interface Jobs {
  own: Job[];
  asked: Job[];
}

export const loadBulkJobs = ({ request }: LoaderFunctionArgs): Promise<Jobs> =>
  call<Jobs>(PATH, undefined, request.signal);

function OneJob({ job, isMine, onDecide }: { job: Job; isMine: boolean; onDecide: Decide }) {
  const { job_id: id, state, counts } = job;
  const refuse = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onDecide(id, 'refuse', { reason: formText(event.currentTarget, 'why') });
  };
  return (
    <li className={styles.job}>
      <Link to={deskPaths.bulkJob(id)}>{`${actionText(job.action)}（${job.rows}）`}</Link>
      <p>
        {text.jobState[state]}　{text.counts(counts.done + counts.asked, counts.refused, job.rows)}
      </p>
      <p>
        {text.by(job.asked_by, dateTimeHk(new Date(job.asked_ts * 1000)))}　{job.reason}
      </p>
      {state === 'asked' && (
        <form className={styles.acts} onSubmit={refuse}>
          {!isMine && <Button onClick={() => onDecide(id, 'approve', {})}>{text.approve}</Button>}
          <input name="why" aria-label={text.whyRefused} placeholder={text.whyRefused} required maxLength={500} />
          <Button type="submit" tone="outline">
            {isMine ? text.withdraw : text.refuse}
          </Button>
        </form>
      )}
    </li>
  );
}

type Decide = (id: number, verb: 'approve' | 'refuse', body: object) => void;

/** Bulk actions that the visitor started, and those of others that the visitor may approve. */
export function BulkJobsPage() {
  const { revalidate } = useRevalidator();
  const { value: jobs } = useLiveRead<Jobs>(PATH, useLoaderData<Jobs>(), { kind: 'staff-jobs', pollMs: POLL_MS });
  const [fault, setFault] = useState('');
  const [unproved, setUnproved] = useState<(() => void) | null>(null);
  usePageTitle(text.jobs);
  const decide: Decide = (id, verb, body) => {
    setFault('');
    void pressed(() => call(`${PATH}/${id}/${verb}`, body))
      .catch((error: unknown) => {
        if (isProofNeeded(error)) setUnproved(() => () => decide(id, verb, body));
        else setFault(faultText(error));
      })
      .finally(() => void revalidate());
  };
  return (
    <>
      <RoomHead title={text.jobs} note={text.jobsNote} />
      <p role="alert" className={styles.fault}>
        {fault}
      </p>
      {jobs.asked.length > 0 && (
        <Panel title={text.askedOfYou}>
          <ul>
            {jobs.asked.map((job) => (
              <OneJob key={job.job_id} job={job} isMine={false} onDecide={decide} />
            ))}
          </ul>
        </Panel>
      )}
      <Panel title={text.own}>
        {jobs.own.length === 0 && <p className={styles.empty}>{text.noJobs}</p>}
        <ul>
          {jobs.own.map((job) => (
            <OneJob key={job.job_id} job={job} isMine onDecide={decide} />
          ))}
        </ul>
      </Panel>
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

/** One job with its rows. */
export function BulkJobPage() {
  const id = Number(useParams()['id']);
  usePageTitle(text.jobs);
  return (
    <>
      <RoomHead title={text.jobs} note={text.jobsNote} />
      <Panel title={`${text.jobs} ${id}`}>
        <div className={styles.job}>
          <JobProgress id={id} words={text.jobs} />
          <Link to={deskPaths.bulkJobs()}>{text.back}</Link>
        </div>
      </Panel>
    </>
  );
}
