import { useEffect, useState, type RefObject } from 'react';
import { FailureMessage } from '#app/components/film/failure-message.tsx';
import { PictureLayer } from '#app/components/film/picture-layer.tsx';
import { qualityGroup } from '#app/components/film/controls/quality-choices.ts';
import { SeekBar } from '#app/components/film/controls/seek-bar.tsx';
import { BlockedMessage, SlowerNote, TogetherNote } from '#app/components/film/stage-notes.tsx';
import { togetherLink } from '#app/components/film/together/together-link.ts';
import { useFullScreen } from '#app/components/film/controls/use-full-screen.ts';
import { useQuiet } from '#app/components/film/use-quiet.ts';
import { useSlower } from '#app/components/film/use-slower.ts';
import { useStationSecond } from '#app/components/hooks/use-station-second.ts';
import { useTogether } from '#app/components/film/together/use-together.ts';
import { WatchControls } from '#app/components/film/controls/watch-controls.tsx';
import { WatchMessage } from '#app/components/film/watch-message.tsx';
import watch from '#app/components/film/watch.module.css';
import { notify } from '#app/components/shell/dialogs.ts';
import { playingIn } from '#app/player/lease/other-playbacks.ts';
import { behindLiveMs, livePositionAt, type EventSession } from '#app/player/player.state.ts';
import { heardNowMs, seekTo, skip, stationNowMs, toggle, type PlayerSnapshot } from '#app/player/player.store.ts';
import { goToEdge, setPicture } from '#app/player/screen/screen-controls.ts';
import { readStationClock, sharedBehindMs } from '#app/player/screen/together.ts';
import { eventPlayerText } from '#app/text/zh-hk/event-player.ts';
import { filmText } from '#app/text/zh-hk/film.ts';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { clockHk } from '#shared/hk-time.ts';
import type { EventPlayerProps } from './event-player.types.ts';
import styles from './event.module.css';

interface EventStageProps {
  event: EventPlayerProps;
  box: RefObject<HTMLElement | null>;
  snapshot: PlayerSnapshot;
  session: EventSession;
}

/** Overlay of an event on air: how far it is behind live, and buttons to its start and back to live. */
export function EventStage({ event, box, snapshot, session }: EventStageProps) {
  const { source, phase, ladder } = session;
  const { details } = source;
  // Rendered every second, because the edge advances.
  useStationSecond(null);
  const nowMs = stationNowMs();
  const liveMs = livePositionAt(session, nowMs);
  const behindMs = behindLiveMs(session, nowMs);
  const heardMs = session.heardAtMs ?? liveMs;
  const full = useFullScreen(box);
  const isPlaying = phase === 'playing';
  const isQuiet = useQuiet(box, isPlaying);
  const slower = useSlower(ladder, (source.rendition ?? null) === null);
  const [together, setTogether] = useState(event.togetherBehindMs ?? null);
  // Nearer to live it would be reopened at its edge; beyond the loaded range it would be reopened at its position.
  const lastMs = () => {
    const heldToMs = session.covers?.toMs ?? Infinity;
    return Math.min(livePositionAt(session, stationNowMs()), heldToMs) - session.targetMs;
  };
  const aheadMs = useTogether(together, { positionNowMs: heardNowMs, lastMs }, isPlaying);

  // An event of several days keeps only its rewind window.
  const [keptFromMs, setKeptFromMs] = useState(source.startsAtMs);
  const coveredFromMs = session.covers?.fromMs;
  useEffect(() => {
    if (coveredFromMs !== undefined) setKeptFromMs(Math.max(source.startsAtMs, coveredFromMs));
  }, [coveredFromMs, source.startsAtMs]);

  const { onRefused, onPhaseMayHaveChanged } = event;
  const { refused } = session;
  useEffect(() => {
    if (refused !== null && playingIn(refused).length === 0) onRefused?.(refused.code);
  }, [refused, onRefused]);
  const hasEnded = session.pausedBy === 'over';
  useEffect(() => {
    if (hasEnded) onPhaseMayHaveChanged?.();
  }, [hasEnded, onPhaseMayHaveChanged]);

  // Seeking leaves the group.
  const seek = (atMs: number) => {
    setTogether(null);
    if (atMs >= livePositionAt(session, stationNowMs())) goToEdge();
    else seekTo(atMs);
  };
  const share = async (part?: 'sound') => {
    const clockMs = await readStationClock();
    const positionMs = heardNowMs();
    if (clockMs === null || positionMs === null) return notify(filmText.together.failed, 'info');
    const shared = together ?? sharedBehindMs(positionMs, Date.now() + clockMs, behindMs === 0);
    if (await togetherLink(event.page, shared, part)) setTogether(shared);
  };

  const message = messageOf();
  const isOn = message === null;
  const hasPicture = source.media === 'video';
  return (
    <div
      className={watch.over}
      data-quiet={(isQuiet && isOn && hasPicture) || undefined}
      data-waiting={phase === 'loading' || phase === 'buffering' || phase === 'reconnecting' || undefined}
    >
      <PictureLayer onPress={toggle} onFull={full.toggle} />
      {isOn && <span className={watch.spinner} aria-hidden="true" />}
      {isOn && <p className={watch.clock}>{behindMs > 0 ? eventPlayerText.behind(behindMs) : eventPlayerText.onAir}</p>}
      {slower && isOn && <SlowerNote slower={slower} />}
      {together !== null && isOn && <TogetherNote aheadMs={aheadMs} onLeave={() => setTogether(null)} />}
      {!hasPicture && isOn && (
        <div className={styles.sound}>
          <Icon name="headphones" />
          <p>{event.soundOnly ? eventPlayerText.together.sounds : eventPlayerText.soundOnly.words}</p>
          <Button tone="outline" onClick={() => setPicture(true)}>
            {eventPlayerText.soundOnly.watch}
          </Button>
        </div>
      )}
      {message}
      <WatchControls
        box={box}
        snapshot={snapshot}
        session={session}
        details={details}
        full={full}
        isOn={isOn}
        settings={[
          qualityGroup(session, details),
          {
            label: eventPlayerText.soundOnly.title,
            options: [
              {
                key: 'picture',
                words: eventPlayerText.soundOnly.watch,
                isChosen: hasPicture,
                choose: () => setPicture(true),
              },
              {
                key: 'sound',
                words: eventPlayerText.soundOnly.listen,
                isChosen: !hasPicture,
                choose: () => setPicture(false),
              },
            ],
          },
          {
            label: eventPlayerText.together.title,
            options: [
              { key: 'link', words: eventPlayerText.together.picture, isChosen: false, choose: () => void share() },
              {
                key: 'sound',
                words: eventPlayerText.together.sound,
                isChosen: false,
                choose: () => void share('sound'),
              },
            ],
          },
        ]}
        toShare={(part) => seek(keptFromMs + part * (liveMs - keptFromMs))}
        skipBy={(seconds) => {
          setTogether(null);
          skip(seconds);
        }}
        seekBar={
          <SeekBar
            label={filmText.position}
            fromMs={keptFromMs}
            toMs={Math.max(liveMs, keptFromMs + 1)}
            atMs={heardMs}
            chapters={event.setList}
            stills={null}
            isMoving={isPlaying}
            words={(atMs) => clockHk(new Date(atMs))}
            valueText={(atMs, piece) =>
              eventPlayerText.positionValue(clockHk(new Date(atMs)), Math.max(0, liveMs - atMs - 1_000), piece)
            }
            onSeek={seek}
          />
        }
      >
        <button type="button" className={styles.start} onClick={() => seek(keptFromMs)}>
          <Icon name="skip-back" />
          {eventPlayerText.fromStart}
        </button>
        {/* Keeps its space while at live. */}
        <button
          type="button"
          className={`${styles.live} ${behindMs > 0 ? '' : watch.absent}`}
          onClick={() => {
            setTogether(null);
            goToEdge();
          }}
        >
          {eventPlayerText.goLive}
        </button>
      </WatchControls>
    </div>
  );

  function messageOf() {
    if (event.phase === 'hold' && event.hold !== null) {
      const { title, since, expected, stay } = eventPlayerText.hold;
      const { expectedAtMs } = event.hold;
      return (
        <WatchMessage title={title} words={`${since(clockHk(new Date(event.hold.sinceMs)))}${event.hold.words}`}>
          {expectedAtMs !== null && expectedAtMs > nowMs && <p>{expected(clockHk(new Date(expectedAtMs)))}</p>}
          <p>{stay}</p>
        </WatchMessage>
      );
    }
    // After the end there is nothing to retry.
    if (hasEnded || (phase === 'failed' && event.phase === 'ended'))
      return <WatchMessage title={eventPlayerText.ended}>{event.children}</WatchMessage>;
    if (phase === 'failed' && !session.retrying)
      return (
        <FailureMessage
          session={session}
          rentPage={event.page}
          diagnosticPage={event.diagnosticPage}
          noRight={eventPlayerText.noTicket}
        />
      );
    if (phase === 'paused' && session.pausedBy === 'blocked') return <BlockedMessage />;
    return null;
  }
}
