import { useRef, type ReactNode, type RefObject } from 'react';
import { stationNowMs } from '#app/components/shell/station-time.ts';
import type { Session } from '#app/player/player.state.ts';
import { faceOf } from '#app/player/player.status.ts';
import { filmText } from '#app/text/zh-hk/film.ts';
import type { FilmPlayerProps } from './film-player.types.ts';
import { hasPicture, usePicture } from './use-screen.ts';
import styles from './watch.module.css';

/**
 * The box in which a film or an event is seen: its poster, the picture once there is one, and what is drawn over both. Its place is
 * there from the first paint on.
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
  /** Of an event. */
  eventPhase?: string;
  /** What is seen before anything plays. */
  start: ReactNode;
  /** Under the picture. */
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
      // Who presses the picture has its keys.
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
