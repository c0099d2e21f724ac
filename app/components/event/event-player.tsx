import { useEffect, useRef } from 'react';
import { stationNowMs } from '#app/components/shell/station-time.ts';
import { ChapterList } from '#app/components/film/chapter-list.tsx';
import { pieceAt } from '#app/components/film/chapters.ts';
import type { FilmPlayerProps } from '#app/components/film/film-player.types.ts';
import { LatePart } from '#app/components/film/late-part.tsx';
import { ScreenBox } from '#app/components/film/screen-box.tsx';
import { keepKeys, useScreen } from '#app/components/film/use-screen.ts';
import { useStationSecond } from '#app/components/hooks/use-station-second.ts';
import watch from '#app/components/film/watch.module.css';
import { withQuery } from '#app/paths.ts';
import { PlayButton } from '#app/player/controls/play-button.tsx';
import { isOfEvent, type Session } from '#app/player/player.state.ts';
import { close, seekTo } from '#app/player/player.store.ts';
import { playScreen } from '#app/player/screen/screen-controls.ts';
import { firstRendition } from '#app/player/screen/screen-quality.ts';
import { eventSource } from '#app/player/sources/event.ts';
import { filmSource } from '#app/player/sources/film.ts';
import { eventPlayerText } from '#app/text/zh-hk/event-player.ts';
import { filmText } from '#app/text/zh-hk/film.ts';
import { clockHk } from '#shared/hk-time.ts';
import type { EventPlayerProps } from './event-player.types.ts';
import { MessageStrip } from './message-strip.tsx';

/**
 * An event on its page, before, during and after it: the picture, the station's messages below it, and the set list
 * beside it. The layout is stable between states.
 */
export function EventPlayer(event: EventPlayerProps) {
  const { eventId, title, phase, poster, page, startsAtMs, setList, messages } = event;
  const box = useRef<HTMLElement>(null);
  const { snapshot, session } = useScreen([`event/${eventId}`, `event/${eventId}/replay`]);
  const isAgain = phase === 'replay';

  // After the end was watched, the live session makes way for the replay.
  const isSeen = isOfEvent(session) && (session.pausedBy === 'over' || session.phase === 'failed');
  useEffect(() => {
    if (isAgain && isSeen) close();
  }, [isAgain, isSeen]);

  const isOnAir = phase === 'live' || phase === 'hold';
  const begin = (atMs: number | null = null) => {
    const fromMs = atMs ?? event.startAtMs ?? null;
    if (isAgain) playScreen(replayOf(event, fromMs), fromMs === null ? null : fromMs - startsAtMs);
    else if (isOnAir) playScreen(liveOf(event), fromMs ?? instantTogether(event));
  };
  const press = () => {
    begin();
    keepKeys(box);
  };
  const heardMs = heardIn(session, startsAtMs);
  const nowMs = useStationSecond(null);
  // Future instants cannot be selected.
  const lastMs = isAgain || phase === 'ended' ? event.endsAtMs : (nowMs ?? 0);

  return (
    <div className={`${watch.watch} ${watch.stacked}`}>
      <ScreenBox
        box={box}
        label={eventPlayerText.player(title)}
        title={title}
        poster={poster}
        session={session}
        eventPhase={phase}
        start={<Start event={event} onPress={press} />}
        below={<MessageStrip messages={messages} isOnAir={isOnAir} />}
      >
        <LatePart
          load={loadLiveStage}
          when={isOfEvent(session) ? 'now' : isAgain ? 'never' : 'idle'}
          props={isOfEvent(session) ? { event, box, snapshot, session } : null}
        />
        <LatePart
          load={loadReplayStage}
          when={session?.timeline === 'vod' ? 'now' : isAgain ? 'idle' : 'never'}
          props={
            session?.timeline === 'vod'
              ? {
                  film: filmOf(event),
                  box,
                  snapshot,
                  session,
                  onBegin: () => begin(),
                  noRight: eventPlayerText.noTicket,
                }
              : null
          }
        />
      </ScreenBox>
      <aside>
        <ChapterList
          title={eventPlayerText.setList}
          chapters={setList}
          current={heardMs === null ? -1 : pieceAt(setList, heardMs)}
          clockOf={(atMs) => clockHk(new Date(atMs))}
          nowWords={eventPlayerText.now}
          hrefOf={(atMs) => (atMs < lastMs ? withQuery(page, { at: Math.floor(atMs / 1000) }) : null)}
          onChoose={
            isOnAir || isAgain
              ? (atMs) => {
                  if (session === null) begin(atMs);
                  else seekTo(session.timeline === 'live' ? atMs : atMs - startsAtMs);
                }
              : null
          }
        />
      </aside>
    </div>
  );
}

const loadLiveStage = async () => (await import('./event-stage.tsx')).EventStage;
const loadReplayStage = async () => (await import('#app/components/film/film-stage.tsx')).FilmStage;

/** The current instant; null while nothing plays. */
function heardIn(session: Session | null, startsAtMs: number): number | null {
  if (session === null) return null;
  return session.timeline === 'live' ? session.heardAtMs : startsAtMs + session.positionMs;
}

/** Friends' current position; null: alone, at the edge. */
const instantTogether = ({ togetherBehindMs }: EventPlayerProps): number | null =>
  togetherBehindMs == null ? null : stationNowMs() - togetherBehindMs;

const liveOf = ({ eventId, title, from, poster, page, startsAtMs, soundOnly, admission }: EventPlayerProps) =>
  eventSource({
    eventId,
    title,
    from,
    art: poster,
    page,
    startsAtMs,
    admission,
    media: soundOnly ? 'audio' : 'video',
    rendition: firstRendition(),
  });

const replayOf = (
  { eventId, title, from, poster, page, startsAtMs, endsAtMs, admission }: EventPlayerProps,
  fromMs: number | null,
) =>
  filmSource({
    of: 'event',
    id: eventId,
    title,
    from,
    art: poster,
    page,
    durationMs: endsAtMs - startsAtMs,
    admission,
    atMs: fromMs === null ? null : fromMs - startsAtMs,
    rendition: firstRendition(),
  });

/** A replay is shown like a film, with the set list as chapters. */
const filmOf = (event: EventPlayerProps): FilmPlayerProps => ({
  filmId: event.eventId,
  title: event.title,
  from: event.from,
  page: event.page,
  poster: event.poster,
  durationMs: event.endsAtMs - event.startsAtMs,
  chapters: event.setList.map(({ atMs, title }) => ({ atMs: Math.max(0, atMs - event.startsAtMs), title })),
  trailer: null,
  access: 'film',
  windowEndsAtMs: event.replayUntilMs,
  rentPage: event.page,
  morePage: event.page,
  diagnosticPage: event.diagnosticPage,
  ...(event.onRefused && { onRefused: event.onRefused }),
});

/** What is shown while nothing plays: the page's content, and what a press plays. */
function Start({ event, onPress }: { event: EventPlayerProps; onPress: () => void }) {
  const { title, from, phase, hold, replayUntilMs, children } = event;
  const nowMs = useStationSecond(null);
  const words = { live: eventPlayerText.watch, hold: eventPlayerText.watch, replay: eventPlayerText.replay };
  const press = phase === 'before' || phase === 'ended' ? null : words[phase];
  const leftMs = replayUntilMs === null || nowMs === null ? null : replayUntilMs - nowMs;
  return (
    <>
      <div className={watch.shade} />
      <div className={watch.top}>
        <b>{title}</b>
        <span>{from}</span>
      </div>
      {phase === 'replay' && leftMs !== null && leftMs > 0 && <p className={watch.clock}>{filmText.left(leftMs)}</p>}
      {(phase === 'live' || phase === 'hold') && <p className={watch.clock}>{eventPlayerText.onAir}</p>}
      <div className={watch.big}>
        {phase === 'ended' && <h2>{eventPlayerText.ended}</h2>}
        {press !== null && (
          <>
            <PlayButton phase={null} onPress={onPress} className={watch.start ?? ''} />
            <p>{press}</p>
          </>
        )}
        {phase === 'hold' && hold !== null && (
          <p role="status">{`${eventPlayerText.hold.since(clockHk(new Date(hold.sinceMs)))}${hold.words}`}</p>
        )}
        {children}
      </div>
    </>
  );
}
