import { useRef, type ReactNode, type RefObject } from 'react';
import { stationNowMs } from '#app/components/shell/station-time.ts';
import type { Session } from '#app/player/player.state.ts';
import { faceOf } from '#app/player/player.status.ts';
import { filmText } from '#app/text/zh-hk/film.ts';
import type { FilmPlayerProps } from './film-player.types.ts';
import { hasPicture, usePicture } from './use-screen.ts';
import styles from './watch.module.css';

/**
 * Container of a film or an event: its poster, the picture when there is one, and the overlay of both. Its space is
 * reserved from the first paint.
 */
export function ScreenBox({
  box,
  label,
  title,
  poster,
  session,
  eventPhase,
  start,
  below,
  children,
}: {
  box: RefObject<HTMLElement | null>;
  label: string;
  title: string;
  poster: FilmPlayerProps['poster'];
  session: Session | null;
  /** For events. */
  eventPhase?: string;
  /** What is shown before playback. */
  start: ReactNode;
  /** Below the picture. */
  below: ReactNode;
  children: ReactNode;
}) {
  const picture = useRef<HTMLDivElement>(null);
  const shows = hasPicture(session);
  usePicture(picture, shows, filmText.picture(title));
  return (
    <section
      ref={box}
      className={styles.box}
      // Pressing the picture activates its keys.
      tabIndex={-1}
      data-screen
      data-event={eventPhase}
      data-player={session === null ? 'idle' : faceOf(session, stationNowMs())}
      aria-label={label}
    >
      <div className={styles.screen}>
        <img
          src={poster.src}
          srcSet={poster.srcset}
          sizes="(min-width: 1100px) 70vw, 100vw"
          width={1280}
          height={720}
          alt=""
          fetchPriority="high"
        />
        {shows && (
          <div ref={picture} className={styles.picture} data-loading={session?.phase === 'loading' || undefined} />
        )}
        {session === null && start}
        {children}
      </div>
      {below}
    </section>
  );
}
