import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { EventPlayer } from '#app/components/event/event-player.tsx';
import type { EventPhase } from '#app/components/event/event-player.types.ts';
import { screenPaths } from '#app/screen-paths.ts';
import { liveEventsText as text } from '#app/text/zh-hk/live-events.ts';
import { Button } from '#app/ui/button.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { picture } from '#shared/media/picture.ts';
import type { StripWire } from '#domain/events/events.schema.ts';
import { Countdown } from './countdown.tsx';
import { isLetIn, isOnAir } from './let-in.ts';
import type { Waiting } from './use-waiting-room.ts';
import { WaitingRoom } from './waiting-room.tsx';
import { clockOf } from './when.ts';
import styles from './live-event.module.css';

/** Player phases: viewers admitted before the start see nothing yet. */
const PHASES: Readonly<Record<StripWire['state'], EventPhase>> = {
  before: 'before',
  open: 'before',
  live: 'live',
  hold: 'hold',
  replay: 'replay',
  ended: 'ended',
  cancelled: 'ended',
};

interface StageProps {
  event: {
    id: number;
    plainTitle: string;
    venue: string;
    art: string;
    nowMs: number;
    atMs: number | null;
    startsAtMs: number;
  };
  strip: StripWire;
  hasTicket: boolean;
  waiting: Waiting;
  come: () => void;
  onRefused: (code: number | string) => void;
  askNow: () => void;
}

/**
 * Watching together is set by the URL only: the lag of the group, and whether this is the audio for another device's
 * picture.
 */
function useToldPlace(): { behindMs: number | null; soundOnly: boolean } {
  const [told, setTold] = useState<{ behindMs: number | null; soundOnly: boolean }>({
    behindMs: null,
    soundOnly: false,
  });
  useEffect(() => {
    const query = new URLSearchParams(window.location.search);
    const behind = query.get('together') ?? '';
    setTold({ behindMs: /^\d{1,8}$/.test(behind) ? Number(behind) : null, soundOnly: query.get('part') === 'sound' });
  }, []);
  return told;
}

/** The picture, or its replacement: one box of fixed height. */
export function Stage({ event, strip, hasTicket, waiting, come, onRefused, askNow }: StageProps) {
  const { id, plainTitle, venue, art, atMs, startsAtMs } = event;
  const together = useToldPlace();
  const isIn = isLetIn(strip, hasTicket, waiting);
  const hasPressed = useRef(false);
  // The button disappears with the waiting room: move the focus to the picture, whose keys are heard from
  // then on.
  useLayoutEffect(() => {
    if (!isIn || !hasPressed.current) return;
    hasPressed.current = false;
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('[data-screen]')?.focus();
  }, [isIn]);
  const enter = () => {
    hasPressed.current = true;
    come();
  };
  if (!isIn)
    return (
      <div className={styles.stage}>
        <Picture name={art} alt="" sizes="(min-width: 1200px) 66vw, 100vw" className={styles.stageArt} priority />
        {/* Below the picture, which keeps its face. */}
        <div className={styles.stageWords}>
          <Instead event={event} strip={strip} waiting={waiting} come={enter} canEnter={hasTicket && isOnAir(strip)} />
        </div>
      </div>
    );
  const { src, srcset } = picture(art);
  const hold = strip.state === 'hold' ? strip.messages.at(-1) : undefined;
  return (
    <EventPlayer
      eventId={id}
      title={plainTitle}
      from={venue}
      page={screenPaths.liveEvent(id, plainTitle)}
      poster={{ src, srcset }}
      phase={PHASES[strip.state]}
      startsAtMs={startsAtMs}
      endsAtMs={strip.end_ts * 1_000}
      replayUntilMs={strip.replay_until_ts === null ? null : strip.replay_until_ts * 1_000}
      setList={strip.set_list.map((item) => ({
        atMs: (item.started_ts ?? item.planned_ts) * 1_000,
        title: item.title,
      }))}
      messages={strip.messages.map((message) => ({
        id: message.id,
        atMs: message.at_ts * 1_000,
        words: message.words,
      }))}
      hold={
        strip.state === 'hold'
          ? {
              words: hold?.words ?? text.hold,
              sinceMs: (strip.state_ts ?? strip.now_ts) * 1_000,
              expectedAtMs: strip.expected_ts === null ? null : strip.expected_ts * 1_000,
            }
          : null
      }
      admission={null}
      togetherBehindMs={together.behindMs}
      soundOnly={together.soundOnly}
      startAtMs={atMs}
      diagnosticPage={screenPaths.eventDiagnostic({ event: id })}
      onRefused={onRefused}
      onPhaseMayHaveChanged={askNow}
    >
      {strip.state === 'ended' && <p>{endedWords(strip)}</p>}
      {strip.state === 'open' && (
        <div className={styles.room}>
          <p className={styles.roomSoon}>{text.entered}</p>
          <Countdown untilMs={startsAtMs} serverNowMs={event.nowMs} />
        </div>
      )}
    </EventPlayer>
  );
}

/** Replaces the picture if this visitor has none, with actions. */
function Instead({
  event: { nowMs, startsAtMs },
  strip,
  waiting,
  come,
  canEnter,
}: Pick<StageProps, 'event' | 'strip' | 'waiting' | 'come'> & { canEnter: boolean }) {
  if (strip.state === 'cancelled') return <Said title={text.cancelled} words={text.cancelledWords} />;
  if (strip.state === 'ended') return <Said title={text.ended} words={endedWords(strip)} />;
  if (canEnter && waiting.is === 'waiting') return <WaitingRoom entry={waiting.entry} serverNowMs={nowMs} />;
  if (canEnter)
    return (
      <Said title={strip.state === 'hold' ? text.hold : text.roomTitle} words={roomWords(waiting, strip)}>
        <Button tone="cta" size="large" disabled={waiting.is === 'coming'} onClick={come}>
          {enterWords(waiting)}
        </Button>
      </Said>
    );
  if (strip.state === 'hold') return <Said title={text.hold} words={strip.messages.at(-1)?.words ?? text.holdWords} />;
  if (strip.state === 'live') return <Said title={text.liveTitle} words={text.liveWords} />;
  if (strip.state === 'replay') return <Said title={text.replay} words={text.replayForTickets} />;
  return <Countdown untilMs={startsAtMs} serverNowMs={nowMs} />;
}

function Said({ title, words, children }: { title: string; words: string; children?: ReactNode }) {
  return (
    <div className={styles.room}>
      <p className={styles.roomSoon}>{title}</p>
      <p className={styles.roomWords} aria-live="polite">
        {words}
      </p>
      {children}
    </div>
  );
}

function endedWords(strip: StripWire): string {
  if (strip.replay_until_ts === null) return text.endedNoReplay;
  return strip.replay_until_ts > strip.now_ts ? text.endedSoon : text.endedOver;
}

function roomWords(waiting: Waiting, strip: StripWire): string {
  if (waiting.is === 'lost') return text.roomLost;
  if (waiting.is === 'failed') return text.failed;
  if (strip.state !== 'hold') return text.ownEnter;
  return strip.expected_ts === null ? text.holdWords : text.holdExpected(clockOf(strip.expected_ts * 1_000));
}

function enterWords(waiting: Waiting): string {
  if (waiting.is === 'coming') return text.entering;
  return waiting.is === 'failed' ? text.tryAgain : text.enter;
}
