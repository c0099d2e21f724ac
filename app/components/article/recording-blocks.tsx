import { useLayoutEffect, useRef } from 'react';
import { usePageHandle } from '#app/components/shell/navigation-rules.tsx';
import controls from '#app/player/controls/controls.module.css';
import { showMediaIn } from '#app/player/media-park.ts';
import { VodProgress } from '#app/player/controls/vod-progress.tsx';
import { vodOf, type VodSession } from '#app/player/player.state.ts';
import { vodLine } from '#app/player/player.status.ts';
import { playVod, toggle } from '#app/player/player.store.ts';
import { fileSource, type FileSource } from '#app/player/sources/file.ts';
import { usePlayer } from '#app/player/use-player.ts';
import { articleText } from '#app/text/zh-hk/article.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { picture } from '#shared/media/picture.ts';
import type { RecordingOrigin } from './recording-origin.ts';
import styles from './recording-blocks.module.css';

interface RecordingView {
  kind: 'audio' | 'video';
  src: string;
  title: string;
  durationMs: number;
  /** Picture of a video; empty for audio. */
  poster: string;
}

interface Props {
  view: RecordingView;
  origin: RecordingOrigin;
}

function sourceOf({ view, origin }: Props): FileSource {
  const { src, kind, title, durationMs, poster } = view;
  const art = poster === '' ? origin.art : picture(poster);
  return fileSource({ ...origin, src, media: kind, title, durationMs, art });
}

/** The player's session if it plays this recording, else null. */
function useOwn(src: string): VodSession | null {
  const session = vodOf(usePlayer().player);
  return session?.source.key === src ? session : null;
}

function PlayControl({ own, props, className }: { own: VodSession | null; props: Props; className?: string }) {
  const { title } = props.view;
  const sounds = own !== null && own.phase !== 'paused' && own.phase !== 'failed';
  const failed = own?.phase === 'failed';
  return (
    <button
      type="button"
      className={[controls.play, className].filter(Boolean).join(' ')}
      aria-label={failed ? articleText.retry(title) : sounds ? articleText.pause(title) : articleText.play(title)}
      onClick={() => (own === null ? playVod(sourceOf(props)) : toggle())}
    >
      <Icon name={failed ? 'rotate-cw' : sounds ? 'pause' : 'play'} fill={!failed} />
    </button>
  );
}

/** Audio in an article. It plays in the site's single player, and continues after navigation. */
export function AudioBlock(props: Props) {
  const { view, origin } = props;
  const own = useOwn(view.src);
  return (
    <section className={styles.audio} aria-label={`${articleText.audio}：${view.title}`} data-recording={view.src}>
      <PlayControl own={own} props={props} className={styles.big ?? ''} />
      <div className={styles.words}>
        <b>{view.title}</b>
        <p className={styles.meta}>
          <span>{origin.from}</span>
          <span>{articleText.length(view.durationMs)}</span>
          {own?.phase === 'failed' && <span>{vodLine(own)}</span>}
        </p>
      </div>
      {own && (
        <div className={styles.place}>
          <VodProgress session={own} />
        </div>
      )}
      <noscript>
        <a className={styles.plain} href={view.src}>
          {articleText.play(view.title)}
        </a>
      </noscript>
    </section>
  );
}

/** A video in an article: the player's own element is shown here while it has this video. */
export function VideoBlock(props: Props) {
  const { view } = props;
  const own = useOwn(view.src);
  const { adGroup } = usePageHandle();
  const holds = own !== null;
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!holds || box.current === null) return undefined;
    return showMediaIn(box.current, `${articleText.video}：${view.title}`);
  }, [holds, view.title]);
  return (
    <section className={styles.video} aria-label={`${articleText.video}：${view.title}`} data-recording={view.src}>
      <div className={styles.screen} ref={box} data-video-slot={view.src} data-ad-group={adGroup}>
        {!holds && <Picture name={view.poster} alt="" sizes="(min-width: 800px) 760px, 100vw" />}
        {!holds && <PlayControl own={own} props={props} className={styles.start ?? ''} />}
      </div>
      <noscript>
        <a className={styles.plain} href={view.src}>
          {articleText.play(view.title)}
        </a>
      </noscript>
      {own && (
        <div className={styles.controls}>
          <PlayControl own={own} props={props} className={styles.small ?? ''} />
          <div className={styles.place}>
            <VodProgress session={own} />
          </div>
          <button
            type="button"
            className={controls.icon}
            aria-label={articleText.fullscreen}
            onClick={() => void box.current?.requestFullscreen?.()}
          >
            <Icon name="maximize" />
          </button>
        </div>
      )}
      <p className={styles.caption}>
        <b>{view.title}</b>
        <span>{articleText.length(view.durationMs)}</span>
      </p>
    </section>
  );
}
