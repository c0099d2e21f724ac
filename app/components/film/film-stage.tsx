import { useCallback, useEffect, useState, type RefObject } from 'react';
import { confirm, notify } from '#app/components/shell/dialogs.ts';
import { useStationSecond } from '#app/components/hooks/use-station-second.ts';
import { playingIn } from '#app/player/lease/other-playbacks.ts';
import type { VodSession } from '#app/player/player.state.ts';
import { heardNowMs, pause, seekTo, send, skip, toggle, type PlayerSnapshot } from '#app/player/player.store.ts';
import { readStationClock, sharedBehindMs } from '#app/player/screen/together.ts';
import { isFilm } from '#app/player/sources/film.ts';
import { filmText } from '#app/text/zh-hk/film.ts';
import { Button } from '#app/ui/button.tsx';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Icon } from '#app/ui/icon.tsx';
import controls from '#app/player/controls/controls.module.css';
import { EndedMessage } from './ended-message.tsx';
import { FailureMessage } from './failure-message.tsx';
import type { FilmPlayerProps } from './film-player.types.ts';
import { PictureLayer } from './picture-layer.tsx';
import { qualityGroup, speedGroup } from './controls/quality-choices.ts';
import { SeekBar } from './controls/seek-bar.tsx';
import { BlockedMessage, SlowerNote, TogetherNote } from './stage-notes.tsx';
import { togetherLink } from './together/together-link.ts';
import { togetherIn } from './together/together-query.ts';
import { useFullScreen } from './controls/use-full-screen.ts';
import { useQuiet } from './use-quiet.ts';
import { useSlower } from './use-slower.ts';
import { useWindowWarning } from './use-window-warning.ts';
import { useTogether } from './together/use-together.ts';
import { WatchControls } from './controls/watch-controls.tsx';
import { WatchMessage } from './watch-message.tsx';
import styles from './watch.module.css';

interface FilmStageProps {
  film: FilmPlayerProps;
  box: RefObject<HTMLElement | null>;
  snapshot: PlayerSnapshot;
  session: VodSession;
  /** Switches from the trailer to the film. */
  onBegin: () => void;
  /** Text for viewers without the right. */
  noRight?: { title: string; words: string; rent?: string };
}

/** Overlay of a film while it has the player: its controls, or a message in their place. */
export function FilmStage({
  film,
  box,
  snapshot,
  session,
  onBegin,
  noRight = filmText.failed.noRight,
}: FilmStageProps) {
  const { source, phase, positionMs, ended, ladder } = session;
  const durationMs = session.durationMs || film.durationMs;
  const isTrailer = !isFilm(source);
  const details = isFilm(source) ? source.details : null;
  const nowMs = useStationSecond(null);
  const full = useFullScreen(box);
  const [together, setTogether] = useState(() => togetherIn(location.search));
  const isPlaying = phase === 'playing';
  // A rental period that ends between the press and its reply is also shown as over, not as a film that is not owned.
  const [pageEndsAtMs] = useState(film.windowEndsAtMs ?? null);
  const endsAtMs = details?.window?.endsAtMs ?? (phase === 'failed' ? pageEndsAtMs : null);
  const isOver = endsAtMs !== null && nowMs !== null && nowMs >= endsAtMs;
  const slower = useSlower(ladder, (source.rendition ?? null) === null);
  const isQuiet = useQuiet(box, isPlaying);

  // Grants end with the rental period; stop what is still buffered.
  useEffect(() => {
    if (isOver && isPlaying) pause();
  }, [isOver, isPlaying]);
  const { onRefused } = film;
  const refused = session.refused;
  useEffect(() => {
    if (refused !== null && playingIn(refused).length === 0) onRefused?.(refused.code);
  }, [refused, onRefused]);
  useWindowWarning(details?.window?.endsAtMs ?? null, nowMs, isPlaying);
  useOtherPosition(session);

  const zeroMs = details?.startsAtMs ?? null;
  const positionNowMs = useCallback(() => {
    const heardMs = heardNowMs();
    return heardMs === null || zeroMs === null ? null : heardMs - zeroMs;
  }, [zeroMs]);
  const aheadMs = useTogether(isTrailer ? null : together, { positionNowMs }, isPlaying);

  // Seeking leaves the group.
  const seek = (ms: number) => {
    setTogether(null);
    seekTo(ms);
  };
  const watchTogether = async () => {
    const clockMs = await readStationClock();
    const heardMs = positionNowMs();
    if (clockMs === null || heardMs === null) return notify(filmText.together.failed, 'info');
    const behindMs = sharedBehindMs(heardMs, Date.now() + clockMs, false);
    if (await togetherLink(film.page, behindMs)) setTogether(behindMs);
  };

  const message = messageOf();
  const isOn = message === null;
  return (
    <div
      className={styles.over}
      data-quiet={(isQuiet && isOn) || undefined}
      data-waiting={phase === 'loading' || phase === 'buffering' || phase === 'reconnecting' || undefined}
    >
      <PictureLayer onPress={toggle} onFull={full.toggle} />
      {isOn && <span className={styles.spinner} aria-hidden="true" />}
      {details?.window && nowMs !== null && isOn && (
        <p className={styles.clock}>{filmText.left(Math.max(0, details.window.endsAtMs - nowMs))}</p>
      )}
      {slower && isOn && <SlowerNote slower={slower} />}
      {together !== null && isOn && !isTrailer && <TogetherNote aheadMs={aheadMs} onLeave={() => setTogether(null)} />}
      {message}
      <WatchControls
        box={box}
        snapshot={snapshot}
        session={session}
        details={details}
        full={full}
        isOn={isOn}
        settings={isTrailer ? [qualityGroup(session, details)] : [qualityGroup(session, details), speedGroup(session)]}
        toShare={(share) => seek(share * durationMs)}
        skipBy={(seconds) => {
          setTogether(null);
          skip(seconds);
        }}
        seekBar={
          <SeekBar
            label={filmText.position}
            fromMs={0}
            toMs={durationMs}
            atMs={positionMs}
            chapters={isTrailer ? [] : film.chapters}
            stills={details?.stills ?? null}
            isMoving={isPlaying}
            words={filmText.span}
            valueText={(ms, chapter) => filmText.positionValue(ms, durationMs, chapter)}
            onSeek={seek}
          />
        }
        more={
          <button
            type="button"
            className={`${controls.icon} ${styles.wide} ${together === null ? '' : styles.on}`}
            aria-label={filmText.together.share}
            disabled={isTrailer || zeroMs === null}
            onClick={() => void watchTogether()}
          >
            <Icon name="users" />
          </button>
        }
      >
        <span className={styles.times}>{filmText.times(positionMs, durationMs)}</span>
      </WatchControls>
    </div>
  );

  function messageOf() {
    if (isOver)
      return (
        <WatchMessage title={filmText.over.title} words={filmText.over.words}>
          <ButtonLink href={film.rentPage}>{filmText.over.rent}</ButtonLink>
        </WatchMessage>
      );
    if (phase === 'failed')
      return (
        <FailureMessage
          session={session}
          rentPage={film.rentPage}
          diagnosticPage={film.diagnosticPage}
          noRight={noRight}
        />
      );
    if (phase === 'paused' && ended && isTrailer)
      return (
        <WatchMessage
          title={filmText.trailerOver.title}
          words={film.access === 'film' ? '' : filmText.trailerOver.words}
        >
          {film.access === 'film' ? (
            <Button tone="cta" onClick={onBegin}>
              {filmText.play}
            </Button>
          ) : (
            <ButtonLink tone="cta" href={film.rentPage}>
              {filmText.failed.noRight.rent}
            </ButtonLink>
          )}
          <Button tone="outline" onClick={() => send({ type: 'resume' })}>
            {filmText.trailerOver.again}
          </Button>
        </WatchMessage>
      );
    if (phase === 'paused' && ended)
      return (
        <EndedMessage
          next={film.next ?? null}
          morePage={film.morePage}
          leftMs={details?.window && nowMs !== null ? details.window.endsAtMs - nowMs : null}
        />
      );
    if (phase === 'paused' && session.pausedBy === 'blocked') return <BlockedMessage />;
    return null;
  }
}

/** Prompts once per object, however often the component renders. */
const asked = new WeakSet<object>();

/** Prompts for the position to resume from if two devices differ. A request with a position has already chosen. */
function useOtherPosition({ source, positionMs, hasPosition }: VodSession): void {
  const film = isFilm(source) && source.atMs === null && hasPosition ? source : null;
  const other = film?.details?.otherPosition ?? null;
  const zeroMs = film?.details?.startsAtMs ?? 0;
  useEffect(() => {
    if (other === null || asked.has(other)) return;
    asked.add(other);
    const { title, words, at } = filmText.positions;
    const otherMs = other.atMs - zeroMs;
    confirm({
      title,
      words,
      buttons: [
        { words: filmText.goOn(positionMs), tone: 'outline' },
        { words: at(otherMs, other.deviceName), tone: 'outline', action: () => seekTo(otherMs) },
      ],
    });
  }, [other, zeroMs, positionMs]);
}
