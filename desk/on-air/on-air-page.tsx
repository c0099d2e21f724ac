import { useEffect, useState } from 'react';
import { useLoaderData } from 'react-router';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { deskOnAirText as text } from '#app/text/zh-hk/desk-on-air.ts';
import type { ChannelId } from '#shared/enums.ts';
import { call } from '../call.ts';
import { Panel, RoomHead } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import styles from './on-air-page.module.css';

interface Encoder {
  name: string;
  is_active: boolean;
  on_air: string[];
  heard_age_seconds: number | null;
  waiting: number;
}
interface Channel {
  channel: ChannelId;
  edge_age_seconds: number | null;
  renditions: { rendition: string; edge_age_seconds: number | null }[];
  encoders: Encoder[];
  listeners: number;
  coverage_percent: number | null;
}
interface OnAir {
  channels: Channel[];
  jobs: {
    due: number;
    oldest_due_seconds: number;
    running: number;
    failed: { task: string; jobs: number; is_given_up: boolean }[];
  };
}

const POLL_MS = 5_000;
/** Segments last up to 4.5 s and arrive when they are whole. */
const LATE_SECONDS = 12;
const SILENT_SECONDS = 30;

export const loadOnAir = ({ request }: { request: Request }): Promise<OnAir> =>
  call<OnAir>('/api/staff/on-air', undefined, request.signal);

/** What the page shows, the seconds since it was read, and whether the last call failed. Polls only while visible. */
function usePolled(first: OnAir) {
  const [shown, setShown] = useState(() => ({ now: first, readAtMs: Date.now(), isFailing: false }));
  const [atMs, setAtMs] = useState(Date.now);
  useEffect(() => {
    const mine = new AbortController();
    const read = async () => {
      if (document.visibilityState !== 'visible') return;
      try {
        const now = await call<OnAir>('/api/staff/on-air', undefined, mine.signal);
        setShown({ now, readAtMs: Date.now(), isFailing: false });
      } catch {
        if (!mine.signal.aborted) setShown((former) => ({ ...former, isFailing: true }));
      }
      setAtMs(Date.now());
    };
    const poll = setInterval(() => void read(), POLL_MS);
    const tick = setInterval(() => setAtMs(Date.now()), 1_000);
    const seen = () => void read();
    document.addEventListener('visibilitychange', seen);
    return () => {
      mine.abort();
      clearInterval(poll);
      clearInterval(tick);
      document.removeEventListener('visibilitychange', seen);
    };
  }, []);
  return { ...shown, ageSeconds: Math.max(0, Math.round((atMs - shown.readAtMs) / 1_000)) };
}

const secondsText = (age: number | null): string => (age === null ? text.none : text.age(Math.max(0, Math.round(age))));

type Tone = 'good' | 'late' | 'silent';
function toneOf(age: number | null): Tone {
  if (age === null || age > SILENT_SECONDS) return 'silent';
  return age > LATE_SECONDS ? 'late' : 'good';
}

const encoderState = ({ is_active: isActive, on_air: onAir }: Encoder): string =>
  isActive ? (onAir.length > 0 ? text.onAir : text.standby) : text.withdrawn;

function ChannelCard({ channel }: { channel: Channel }) {
  const tone = toneOf(channel.edge_age_seconds);
  return (
    <Panel
      title={channelText[channel.channel].name}
      aside={
        <span className={styles.badge} data-tone={tone}>
          {text[tone]}
        </span>
      }
    >
      <dl className={styles.facts}>
        <dt>{text.edge}</dt>
        <dd>{secondsText(channel.edge_age_seconds)}</dd>
        {channel.renditions.map(({ rendition, edge_age_seconds: age }) => (
          <div key={rendition} data-tone={toneOf(age)}>
            <dt>{rendition}</dt>
            <dd>{secondsText(age)}</dd>
          </div>
        ))}
        <dt>{text.listeners}</dt>
        <dd>
          {text.people(Math.round(channel.listeners))}
          {channel.coverage_percent !== null && `，${text.coverage(channel.coverage_percent)}`}
        </dd>
      </dl>
      <h3 className={styles.head}>{text.encoders}</h3>
      {channel.encoders.length === 0 && <p className={styles.empty}>{text.noEncoders}</p>}
      <ul className={styles.encoders}>
        {channel.encoders.map((encoder) => (
          <li key={encoder.name}>
            <b>{encoder.name}</b>
            <span
              className={styles.badge}
              data-tone={encoder.is_active ? toneOf(encoder.heard_age_seconds) : undefined}
            >
              {encoderState(encoder)}
            </span>
            <span>
              {encoder.heard_age_seconds === null
                ? text.neverHeard
                : text.heard(Math.max(0, Math.round(encoder.heard_age_seconds)))}
              {encoder.waiting > 0 && `，${text.waiting(encoder.waiting)}`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** A card for each channel, and the backlog of jobs. Nothing is changed here. */
export function OnAirPage() {
  const { now, ageSeconds, isFailing } = usePolled(useLoaderData<OnAir>());
  usePageTitle(text.title);
  const { due, oldest_due_seconds: oldest, running, failed } = now.jobs;
  return (
    <>
      <RoomHead title={text.title}>
        <p role={isFailing ? 'alert' : undefined} className={isFailing ? styles.stale : undefined}>
          {isFailing ? text.stale(ageSeconds) : text.readAt(ageSeconds)}
        </p>
      </RoomHead>
      <div className={styles.cards}>
        {now.channels.map((channel) => (
          <ChannelCard key={channel.channel} channel={channel} />
        ))}
      </div>
      <Panel title={text.jobs}>
        <dl className={styles.facts}>
          <dt>{text.due}</dt>
          <dd>{text.dueWords(due, Math.round(oldest))}</dd>
          <dt>{text.running}</dt>
          <dd>{text.count(running)}</dd>
        </dl>
        <h3 className={styles.head}>{text.failed}</h3>
        {failed.length === 0 && <p className={styles.empty}>{text.noFailed}</p>}
        <ul className={styles.encoders}>
          {failed.map(({ task, jobs, is_given_up: isGivenUp }) => (
            <li key={`${task}-${isGivenUp}`}>
              <b>{task}</b>
              <span className={styles.badge} data-tone={isGivenUp ? 'silent' : 'late'}>
                {isGivenUp ? text.givenUp : text.retries}
              </span>
              <span>{text.count(jobs)}</span>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}
