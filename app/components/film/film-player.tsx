import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { PlayButton } from '#app/player/controls/play-button.tsx';
import { seekTo } from '#app/player/player.store.ts';
import { playScreen } from '#app/player/screen/screen-controls.ts';
import { firstRendition } from '#app/player/screen/screen-quality.ts';
import { filmSource, isFilm, trailerSource } from '#app/player/sources/film.ts';
import { stationNowMs } from '#app/components/shell/station-time.ts';
import { useStationSecond } from '#app/components/hooks/use-station-second.ts';
import { filmText } from '#app/text/zh-hk/film.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { clockHk, dayHkOf } from '#shared/hk-time.ts';
import besideStyles from './beside/beside.module.css';
import { BesideTabs, type BesideTab } from './beside/beside-tabs.tsx';
import { Chapters } from './chapter-list.tsx';
import { pieceAt } from './chapters.ts';
import type { FilmPageProps, FilmPlayerProps } from './film-player.types.ts';
import { LatePart } from './late-part.tsx';
import { togetherIn } from './together/together-query.ts';
import { ScreenBox } from './screen-box.tsx';
import { keepKeys, useScreen } from './use-screen.ts';
import styles from './watch.module.css';

/**
 * A film on its page: the picture with its controls, and beside it chapters, words and facts in tabs. The overlay is
 * loaded when the page is idle or on a press; its space is reserved from the first paint.
 */
export function FilmPlayer(film: FilmPageProps) {
  const { filmId, title, from, page, poster, durationMs, chapters, trailer, access } = film;
  const box = useRef<HTMLElement>(null);
  const { snapshot, session } = useScreen([`film/${filmId}`, `trailer/${filmId}`]);

  const begin = (atMs: number | null = null) => {
    const shown = { title, from, art: poster, page };
    const positionMs = atMs ?? film.startAtMs ?? positionTogether(film);
    if (access === 'film')
      playScreen(
        filmSource({ ...shown, of: 'film', id: filmId, durationMs, atMs: positionMs, rendition: firstRendition() }),
        positionMs,
      );
    else if (trailer !== null)
      playScreen(trailerSource({ ...shown, filmId, src: trailer.src, durationMs: trailer.durationMs }));
  };
  usePlaysAtOnce(access === 'film', begin);

  const press = () => {
    begin();
    keepKeys(box);
  };
  const vod = session?.timeline === 'vod' ? session : null;
  const details = vod !== null && isFilm(vod.source) ? vod.source.details : null;
  const window = details?.window ?? null;
  const isAhead = window !== null && window.startsAtMs !== null && typeof film.mustFinishByMs === 'number';
  useUntilShown(isAhead, film.onBegun);
  const isHeld = session?.timeline === 'vod' && session.source.kind === 'film';
  const chapterNow = isHeld ? pieceAt(chapters, session.positionMs) : -1;
  const canPlay = access === 'film' || trailer !== null;
  const toChapter = (atMs: number) => (isHeld ? seekTo(atMs) : begin(atMs));
  const tabs: (BesideTab & { isThere: boolean })[] = [
    {
      key: 'chapters',
      words: filmText.chapters,
      count: chapters.length,
      isThere: chapters.length > 0,
      panel: () => (
        <Chapters
          chapters={chapters}
          current={chapterNow}
          clockOf={filmText.span}
          nowWords={filmText.chapterNow}
          onChoose={access === 'film' ? toChapter : null}
        />
      ),
    },
    {
      key: 'words',
      words: filmText.words.title,
      count: null,
      isThere: film.hasWords,
      panel: (isOpen) =>
        details === null || details.captions.length === 0 ? (
          <p className={besideStyles.note}>{access === 'film' ? filmText.words.before : filmText.words.none}</p>
        ) : (
          <LatePart
            load={loadWords}
            when={isOpen ? 'now' : 'never'}
            props={isOpen ? { details, positionMs: vod?.positionMs ?? 0, onChoose: seekTo } : null}
          />
        ),
    },
    { key: 'about', words: filmText.about, count: null, isThere: true, panel: () => film.about },
  ];
  return (
    <div className={styles.watch}>
      <ScreenBox
        box={box}
        label={filmText.player(title)}
        title={title}
        poster={poster}
        session={session}
        start={<Start film={film} canPlay={canPlay} onPress={press} />}
        below={
          <ul className={styles.keys} aria-label={filmText.keysTitle}>
            {filmText.keys.map(([key, does]) => (
              <li key={key}>
                <kbd>{key}</kbd>
                {does}
              </li>
            ))}
          </ul>
        }
      >
        <LatePart
          load={loadStage}
          when={session === null ? 'idle' : 'now'}
          props={session?.timeline === 'vod' ? { film, box, snapshot, session, onBegin: () => begin() } : null}
        />
      </ScreenBox>
      <div className={styles.beside}>
        {film.children}
        <BesideTabs label={filmText.beside} tabs={tabs.filter(({ isThere }) => isThere)} />
      </div>
    </div>
  );
}

const loadStage = async () => (await import('./film-stage.tsx')).FilmStage;
const loadWords = async () => (await import('./beside/film-words.tsx')).FilmWords;

/** Friends' current position; null: alone. */
function positionTogether({ durationMs }: FilmPlayerProps): number | null {
  const behindMs = togetherIn(location.search);
  return behindMs === null ? null : Math.min(Math.max(stationNowMs() - behindMs, 0), durationMs);
}

const ASKED_AGAIN_MS = 5_000;

/**
 * Notifies the page that the rental period runs, repeatedly while it shows otherwise: a reply may be lost, or older
 * than the start of the period.
 */
function useUntilShown(isAhead: boolean, onBegun: (() => void) | undefined): void {
  useEffect(() => {
    if (!isAhead || onBegun === undefined) return;
    onBegun();
    const timer = setInterval(onBegun, ASKED_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isAhead, onBegun]);
}

/** What is shown before playback: what a press plays, and until when it must be watched. */
function Start({ film, canPlay, onPress }: { film: FilmPlayerProps; canPlay: boolean; onPress: () => void }) {
  const { access, durationMs, mustFinishByMs = null, windowEndsAtMs = null } = film;
  const nowMs = useStationSecond(null);
  const isFilmHad = access === 'film';
  const leftMs = windowEndsAtMs === null || nowMs === null ? null : windowEndsAtMs - nowMs;
  const endsAtMs = mustFinishByMs ?? windowEndsAtMs;
  const isTooLong = isFilmHad && endsAtMs !== null && nowMs !== null && durationMs > endsAtMs - nowMs;
  return (
    <>
      <div className={styles.shade} />
      {isFilmHad && leftMs !== null && leftMs > 0 && <p className={styles.clock}>{filmText.left(leftMs)}</p>}
      {canPlay && (
        <div className={styles.big}>
          <PlayButton phase={null} onPress={onPress} className={styles.start ?? ''} />
          <p>{isFilmHad ? filmText.playFilm : filmText.playTrailer}</p>
          {isFilmHad && mustFinishByMs !== null && <p>{filmText.mustFinish(clockOf(mustFinishByMs))}</p>}
          {isTooLong && <p>{filmText.tooLong}</p>}
        </div>
      )}
    </>
  );
}

/** 12月6日 12:00 */
const clockOf = (atMs: number): string => `${timeText.date(dayHkOf(new Date(atMs)))} ${clockHk(new Date(atMs))}`;

/** A viewer who comes from the end of the previous film does not need to press play. */
function usePlaysAtOnce(mayPlay: boolean, begin: () => void): void {
  const { state, key } = useLocation() as { state: unknown; key: string };
  const plays = typeof state === 'object' && state !== null && 'plays' in state;
  /** The visit that autoplayed: one page may show several films in succession. */
  const [begunFor, setBegunFor] = useState<string | null>(null);
  const onReady = useEffectEvent(() => {
    setBegunFor(key);
    begin();
  });
  const isDue = plays && mayPlay && begunFor !== key;
  useEffect(() => {
    if (isDue) onReady();
  }, [isDue]);
}
