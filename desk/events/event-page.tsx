import { useEffect, useEffectEvent } from 'react';
import { Link, useLoaderData, useOutletContext, type LoaderFunctionArgs } from 'react-router';
import { eventsText } from '#app/text/zh-hk/desk-events.ts';
import { isOnAir, type Phase } from '#domain/events/events.rules.ts';
import { call, CallError } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { RoomHead } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import { useLiveRead } from '../live/live.ts';
import type { Session } from '../session.ts';
import { AuditLines } from './audit-lines.tsx';
import { ControlPanel, ItemsPanel, MessagesPanel, QueuePanel } from './event-controls.tsx';
import { AboutPanel, StreamPanel, TicketsPanel } from './event-facts.tsx';
import type { Captioner } from '../on-air/on-air.types.ts';
import type { OpenEvent } from './event-types.ts';
import money from '../money/money.module.css';
import styles from './events.module.css';

const { page: text, phases } = eventsText;
/** The waiting room changes without an action; while nobody is in it, other changes come by the stream. */
const POLL_MS = 5_000;

interface Loaded {
  event: OpenEvent;
  /** Null without permission. */
  captioners: readonly Captioner[] | null;
  readAtMs: number;
}

async function loadCaptioners(signal: AbortSignal): Promise<readonly Captioner[] | null> {
  try {
    return (await call<{ items: Captioner[] }>('/api/staff/captioners', undefined, signal)).items;
  } catch (error) {
    if (error instanceof CallError && error.status === 403) return null;
    throw error;
  }
}

export async function loadEvent({ params, request: { signal } }: LoaderFunctionArgs): Promise<Loaded> {
  const [event, captioners] = await Promise.all([
    call<OpenEvent>(`/api/staff/events/${Number(params['eventId'])}`, undefined, signal),
    loadCaptioners(signal),
  ]);
  return { event, captioners, readAtMs: Date.now() };
}

const STEPS: readonly Phase[] = ['before', 'open', 'live', 'ended', 'replay'];

function Steps({ phase }: { phase: Phase }) {
  const shown = STEPS.map((step) =>
    (step === 'live' && phase === 'hold') || (step === 'ended' && phase === 'cancelled') ? phase : step,
  );
  const current = shown.indexOf(phase);
  return (
    <ol className={styles.steps} aria-label={text.steps}>
      {shown.map((step, i) => (
        <li key={step} aria-current={i === current ? 'step' : undefined} data-is={i < current ? 'done' : undefined}>
          {phases[step]}
        </li>
      ))}
    </ol>
  );
}

/** One event: what its operator sees and does in an evening. */
export function EventPage() {
  const loaded = useLoaderData<Loaded>();
  const { actions } = useOutletContext<Session>();
  const path = `/api/staff/events/${loaded.event.event_id}`;
  const {
    value: event,
    isFailing,
    read,
  } = useLiveRead(path, loaded.event, {
    kind: 'events',
    pollMs: POLL_MS,
    firstAtMs: loaded.readAtMs,
  });
  const again = useEffectEvent(() => void read());
  const isWaitedFor = isOnAir(event.phase);
  useEffect(() => {
    if (!isWaitedFor) return undefined;
    const timer = setInterval(again, POLL_MS);
    return () => clearInterval(timer);
  }, [isWaitedFor]);
  const { title, venue } = event.fields;
  usePageTitle(title);
  return (
    <>
      <RoomHead title={title} note={venue}>
        <p className={styles.links}>
          <Link to={deskPaths.events()}>{text.back}</Link>
          {actions.includes('events.create') && (
            <Link to={deskPaths.newEvent({ copy: String(event.event_id) })}>{text.copy}</Link>
          )}
          <a href={event.public_url} target="_blank" rel="noreferrer">
            {text.public}
          </a>
        </p>
      </RoomHead>
      {isFailing && (
        <p role="alert" className={styles.stale}>
          {text.stale}
        </p>
      )}
      <Steps phase={event.phase} />
      <div className={money.columns}>
        <div>
          <ControlPanel event={event} />
          <MessagesPanel event={event} />
          <QueuePanel event={event} />
          <ItemsPanel event={event} />
        </div>
        <div>
          <AboutPanel event={event} />
          <TicketsPanel event={event} />
          <StreamPanel event={event} captioners={loaded.captioners} />
          <AuditLines title={text.audit} empty={text.noAudit} lines={event.audit} />
        </div>
      </div>
    </>
  );
}
