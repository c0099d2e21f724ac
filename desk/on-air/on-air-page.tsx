import { Link, useLoaderData, useOutletContext, type LoaderFunctionArgs } from 'react-router';
import { deskOnAirText as text } from '#app/text/zh-hk/desk-on-air.ts';
import { studioLinksText as studioLinks } from '#app/text/zh-hk/studio.ts';
import { call } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { Panel, RoomHead } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import { useLiveRead } from '../live/live.ts';
import type { Session } from '../session.ts';
import { ChannelCard } from './channel-card.tsx';
import { IncidentList } from './incident-list.tsx';
import { JobsPanel } from './jobs-panel.tsx';
import type { Captioner, FailedJobs, Incidents, OnAir } from './on-air.types.ts';
import { useSecondsSince } from './use-seconds.ts';
import styles from './on-air-page.module.css';

interface Loaded {
  now: OnAir;
  incidents: Incidents;
  failed: FailedJobs;
  captioners: readonly Captioner[];
  readAtMs: number;
}

const POLL_MS = 5_000;
const INCIDENTS_POLL_MS = 15_000;
/** The stream sends the state each four seconds; without it for this long, what is shown is old. */
const STALE_SECONDS = 15;

export async function loadOnAir({ request: { signal } }: LoaderFunctionArgs): Promise<Loaded> {
  const [now, incidents, failed, captioners] = await Promise.all([
    call<OnAir>('/api/staff/on-air', undefined, signal),
    call<Incidents>('/api/staff/incidents', undefined, signal),
    call<FailedJobs>('/api/staff/jobs/failed', undefined, signal),
    call<{ items: Captioner[] }>('/api/staff/captioners', undefined, signal),
  ]);
  return { now, incidents, failed, captioners: captioners.items, readAtMs: Date.now() };
}

/** A card for each channel, open incidents, and jobs. */
export function OnAirPage() {
  const loaded = useLoaderData<Loaded>();
  const { permissions } = useOutletContext<Session>();
  const {
    value: now,
    readAtMs,
    ...last
  } = useLiveRead('/api/staff/on-air', loaded.now, {
    kind: 'on-air',
    pollMs: POLL_MS,
    firstAtMs: loaded.readAtMs,
  });
  const { value: incidents } = useLiveRead('/api/staff/incidents', loaded.incidents, {
    kind: 'incidents',
    pollMs: INCIDENTS_POLL_MS,
    firstAtMs: loaded.readAtMs,
  });
  const age = useSecondsSince(readAtMs);
  const isStale = last.isFailing || age >= STALE_SECONDS;
  usePageTitle(text.title);
  return (
    <>
      <RoomHead title={text.title}>
        <p role={isStale ? 'alert' : undefined} className={isStale ? styles.stale : undefined}>
          {isStale ? text.stale(age) : text.readAt(age)}
        </p>
      </RoomHead>
      {permissions.includes('on-air.message') && (
        <p className={styles.links}>
          <Link to={deskPaths.messages()}>{text.messages}</Link>
        </p>
      )}
      {permissions.includes('studio.open') && (
        <p className={styles.links}>
          <Link to={deskPaths.studioLinks()}>{studioLinks.title}</Link>
        </p>
      )}
      <div className={styles.cards}>
        {now.channels.map((channel) => (
          <ChannelCard key={channel.channel} channel={channel} captioners={loaded.captioners} />
        ))}
      </div>
      <Panel title={text.incidents} aside={<Link to={deskPaths.incidents()}>{text.history}</Link>}>
        {incidents.open.length === 0 && <p className={styles.empty}>{text.noIncidents}</p>}
        <IncidentList incidents={incidents.open} nowMs={readAtMs + age * 1_000} />
      </Panel>
      <JobsPanel jobs={now.jobs} failed={loaded.failed} readAtMs={loaded.readAtMs} />
    </>
  );
}
