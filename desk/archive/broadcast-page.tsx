import { useEffect, useState, useSyncExternalStore, type ComponentProps } from 'react';
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { archiveSoundText } from '#app/text/zh-hk/desk-archive-sound.ts';
import { archiveText } from '#app/text/zh-hk/desk-archive.ts';
import { Icon } from '#app/ui/icon.tsx';
import { dateTimeHk } from '#shared/hk-time.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { call } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { Panel, RoomHead } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import type { OpenBroadcast, SoundLanes } from './archive.types.ts';
import { BroadcastActs } from './broadcast-acts.tsx';
import { channelName, clockOf, broadcastName, spanText, TONE_OF_STATE } from './broadcast-text.ts';
import { SoundPanel } from './sound/sound-panel.tsx';
import { createSoundPlayer, type SoundPlayer } from './sound/sound-player.ts';
import { FindPanel } from './words/find-panel.tsx';
import { SongsPanel } from './words/songs-panel.tsx';
import { TranscriptPanel } from './words/transcript-panel.tsx';
import styles from './archive.module.css';

const text = archiveText.broadcast;

interface Loaded {
  open: OpenBroadcast;
  lanes: SoundLanes;
}

export async function loadBroadcast({ params, request: { signal } }: LoaderFunctionArgs): Promise<Loaded> {
  const path = `/api/staff/archive/${Number(params['archiveId'])}`;
  const [open, lanes] = await Promise.all([
    call<OpenBroadcast>(path, undefined, signal),
    call<SoundLanes>(`${path}/sound`, undefined, signal),
  ]);
  return { open, lanes };
}

/** Player of a broadcast's sound while its page is open. */
function useSoundPlayer({ broadcast }: OpenBroadcast, lanes: SoundLanes): SoundPlayer {
  const { archive_id: archiveId, starts_ts: starts } = broadcast;
  const [fromMs, toMs] = [lanes.from_ts * 1_000, lanes.to_ts * 1_000];
  const [player] = useState(() => createSoundPlayer({ archiveId, fromMs, toMs, atMs: starts * 1_000 }));
  useEffect(() => player.reach(fromMs, toMs), [player, fromMs, toMs]);
  useEffect(() => () => player.close(), [player]);
  return player;
}

function Facts({ broadcast, cues, songs, public_url: url }: OpenBroadcast) {
  const { state, available_until_ts: until } = broadcast;
  const rows: [label: string, value: string][] = [
    [text.program, broadcast.program_title],
    [text.channel, channelName(broadcast.stream_id)],
    [text.day, broadcast.day],
    [text.time, spanText(broadcast) + (broadcast.is_over ? '' : `（${archiveText.growing}）`)],
    [text.until, until === null ? text.noLimit : dateTimeHk(new Date(until * 1000)).slice(0, 16)],
    [text.source, text.sources[broadcast.source]],
    [text.cues, text.cueCount(cues)],
    [text.songs, text.songCount(songs)],
  ];
  return (
    <Panel title={text.facts}>
      <dl className={styles.facts}>
        <dt>{text.state}</dt>
        <dd>
          <span className={styles.state} data-tone={TONE_OF_STATE[state]}>
            {archiveText.states[state]}
          </span>
        </dd>
        {rows.map(([label, value]) => (
          <div key={label} className={styles.pair}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {state !== 'taken_down' && (
        <p className={styles.pad}>
          <a className={styles.link} href={url} target="_blank" rel="noreferrer">
            {text.public}
          </a>
        </p>
      )}
    </Panel>
  );
}

function Removals({ removals }: Pick<OpenBroadcast, 'removals'>) {
  return (
    <Panel title={text.removals}>
      {removals.length === 0 && <p className={styles.pad}>{text.noRemovals}</p>}
      <ul className={styles.list}>
        {removals.map((removal) => (
          <li key={removal.removal_id}>
            <span>
              {spanText(removal)}　<span className={styles.quiet}>{text.whys[removal.why]}</span>
            </span>
            <ActionButton
              action="archive.restore-span"
              input={{ removal_id: removal.removal_id }}
              words={text.restoreOf(spanText(removal))}
              size="small"
              tone="outline"
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The transcript beside the sound, which it follows by the second. */
function HeardTranscript({
  player,
  ...props
}: { player: SoundPlayer } & Omit<ComponentProps<typeof TranscriptPanel>, 'position'>) {
  const position = useSyncExternalStore(player.subscribe, () => {
    const { atMs, status } = player.state();
    return status === 'playing' ? Math.floor(atMs / 1_000) : atMs / 1_000;
  });
  return <TranscriptPanel {...props} position={position} />;
}

/** The broadcast before or after; words without a link at an end. */
function BesideLink({
  to,
  words,
  icon,
}: {
  to: OpenBroadcast['broadcast'] | null;
  words: string;
  icon: 'arrow-left' | 'arrow-right';
}) {
  const inner = (
    <>
      <Icon name={icon} />
      {words}
    </>
  );
  if (to === null) return <span>{inner}</span>;
  const what = `${broadcastName(to)} ${to.day} ${clockOf(to.starts_ts).slice(0, 5)}`;
  return (
    <Link to={deskPaths.broadcast(to.archive_id)} aria-label={`${words}：${what}`} title={what}>
      {inner}
    </Link>
  );
}

/** One broadcast: its sound, its data, references to it, and the available actions. */
export function BroadcastPage() {
  const { open, lanes } = useLoaderData<Loaded>();
  return <Broadcast key={open.broadcast.archive_id} open={open} lanes={lanes} />;
}

function Broadcast({ open, lanes }: Loaded) {
  const { broadcast, beside, removals, pointed } = open;
  const { archive_id: id, state } = broadcast;
  const player = useSoundPlayer(open, lanes);
  const title = text.title(id);
  usePageTitle(title);
  const seek = (ts: number) => player.seek(ts * 1_000);
  return (
    <>
      <RoomHead title={broadcastName(broadcast)} note={title}>
        <nav className={styles.beside} aria-label={text.beside}>
          <BesideLink to={beside.before} words={text.before} icon="arrow-left" />
          <BesideLink to={beside.after} words={text.after} icon="arrow-right" />
        </nav>
        <Link to={deskPaths.archive()}>{text.back}</Link>
      </RoomHead>
      {state === 'taken_down' ? (
        <p className={styles.notice}>{archiveSoundText.takenDown}</p>
      ) : (
        <SoundPanel open={open} lanes={lanes} player={player} />
      )}
      <div className={styles.columns}>
        <div>
          <Facts {...open} />
          <FindPanel broadcast={broadcast} onSeek={seek} />
          <HeardTranscript key={`words ${id}`} broadcast={broadcast} player={player} onSeek={seek} />
          <SongsPanel key={`songs ${id}`} broadcast={broadcast} onSeek={seek} />
          <Removals removals={removals} />
        </div>
        <div>
          <Panel title={text.pointed}>
            <dl className={styles.facts}>
              {Object.entries(text.counts).map(([name, words]) => (
                <div key={name} className={styles.pair}>
                  <dt>{words}</dt>
                  <dd>{pointed[name as keyof typeof pointed]}</dd>
                </div>
              ))}
            </dl>
            <p className={styles.pad}>{text.pointedWords}</p>
          </Panel>
          <BroadcastActs key={id} broadcast={broadcast} />
        </div>
      </div>
    </>
  );
}
