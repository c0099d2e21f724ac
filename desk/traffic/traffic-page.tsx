import { useState } from 'react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { deskTrafficText as text } from '#app/text/zh-hk/desk-traffic.ts';
import { trafficText } from '#app/text/zh-hk/traffic.ts';
import { minutesOffered } from '#domain/traffic/traffic.rules.ts';
import type { Severity } from '#domain/traffic/traffic.schema.ts';
import { DirectButton } from '../actions/direct-button.tsx';
import { call } from '../call.ts';
import { Panel, RoomHead } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import { useLiveRead } from '../live/live.ts';
import { useSecondsSince } from '../on-air/use-seconds.ts';
import styles from './traffic-page.module.css';

const POLL_MS = 15_000;

interface Tunnel {
  name: string;
  minutes: number;
  free_minutes: number;
  is_closed: boolean;
  is_shown: boolean;
  severity: Severity;
  measured_ts: number;
}
interface Board {
  now_ts: number;
  items: Tunnel[];
}

const PATH = '/api/staff/traffic/tunnels';

export const loadTraffic = async ({ request: { signal } }: LoaderFunctionArgs) => ({
  board: await call<Board>(PATH, undefined, signal),
  readAtMs: Date.now(),
});

/** One tunnel: a press offers minutes, a second press reports them. */
function TunnelRow({
  tunnel,
  ageMinutes,
  isOpen,
  onToggle,
  onDone,
}: {
  tunnel: Tunnel;
  ageMinutes: number;
  isOpen: boolean;
  onToggle: () => void;
  onDone: () => void;
}) {
  const { name, is_closed: isClosed, is_shown: isShown, severity } = tunnel;
  const state = isClosed ? text.closed : trafficText.tunnelStates[severity];
  return (
    <li data-stale={!isShown || undefined} data-open={isOpen || undefined}>
      <button
        type="button"
        id={`tunnel-${name}`}
        className={styles.tunnel}
        aria-expanded={isOpen}
        aria-controls={isOpen ? `choices-${name}` : undefined}
        onClick={onToggle}
      >
        <b>{name}</b>
        <span className={styles.minutes}>{isClosed ? '—' : text.minutes(tunnel.minutes)}</span>
        <span className={styles.state} data-severity={severity}>
          {state}
        </span>
        <span className={styles.age}>
          {isShown ? text.age(ageMinutes) : `${text.age(ageMinutes)}，${text.notShown}`}
        </span>
      </button>
      {isOpen && (
        <div className={styles.choices} id={`choices-${name}`} role="group" aria-label={text.report(name)}>
          <p className={styles.what} aria-hidden="true">
            {text.report(name)}
          </p>
          {[...minutesOffered(tunnel.free_minutes), null].map((minutes) => (
            <DirectButton
              key={minutes}
              action="tunnels.report"
              input={{ tunnel: name, minutes }}
              words={minutes === null ? text.closed : text.minutes(minutes)}
              aria-label={text.choice(name, minutes === null ? text.closed : text.minutes(minutes))}
              tone={minutes === null ? 'danger' : 'outline'}
              onDone={onDone}
            />
          ))}
        </div>
      )}
    </li>
  );
}

/** The board of tunnels, for one hand on a phone. What is old turns grey by itself. */
export function TrafficPage() {
  const loaded = useLoaderData<typeof loadTraffic>();
  const {
    value: board,
    readAtMs,
    isFailing,
    read,
  } = useLiveRead(PATH, loaded.board, {
    kind: 'work',
    pollMs: POLL_MS,
    firstAtMs: loaded.readAtMs,
  });
  const [open, setOpen] = useState<string | null>(null);
  const sinceRead = useSecondsSince(readAtMs);
  usePageTitle(text.title);
  const close = (name: string) => {
    // Somebody may have gone on to another tunnel, or elsewhere, before the reply.
    setOpen((now) => (now === name ? null : now));
    const { activeElement: focused, body } = document;
    const choices = document.getElementById(`choices-${name}`);
    if (choices && (focused === body || choices.contains(focused))) document.getElementById(`tunnel-${name}`)?.focus();
    void read();
  };
  return (
    <>
      <RoomHead title={text.title} note={text.note} />
      {isFailing && (
        <p role="alert" className={styles.failing}>
          {text.failing(Math.floor(sinceRead / 60))}
        </p>
      )}
      <Panel title={text.tunnels}>
        {board.items.length === 0 && <p className={styles.none}>{text.none}</p>}
        <ul className={styles.tunnels}>
          {board.items.map((tunnel) => (
            <TunnelRow
              key={tunnel.name}
              tunnel={tunnel}
              ageMinutes={Math.floor((board.now_ts + sinceRead - tunnel.measured_ts) / 60)}
              isOpen={open === tunnel.name}
              onToggle={() => setOpen(open === tunnel.name ? null : tunnel.name)}
              onDone={() => close(tunnel.name)}
            />
          ))}
        </ul>
      </Panel>
    </>
  );
}
