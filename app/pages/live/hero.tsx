import { useLayoutEffect, useRef } from 'react';
import { showMediaIn } from '#app/player/media-park.ts';
import { wantsSound } from '#app/player/player.state.ts';
import { faceOf } from '#app/player/player.status.ts';
import { PlayButton } from '#app/player/controls/play-button.tsx';
import { playLive, stationNowMs, toggleLive } from '#app/player/player.store.ts';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { liveText } from '#app/text/zh-hk/live.ts';
import { playerText } from '#app/text/zh-hk/player.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Numeral } from '#app/ui/numeral.tsx';
import { Phrase } from '#app/ui/phrase.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { clockHk, dayHkOf } from '#shared/hk-time.ts';
import { dayHeadingOf } from '#shared/station-day.ts';
import { Controls } from './controls.tsx';
import styles from './hero.module.css';
import { NowPlaying } from './now-playing.tsx';
import type { LiveRow } from './live.server.ts';
import type { HeroProps } from './hero-props.ts';

/** The flood: what is heard or on air, with all player controls. */
export function Hero({ channelId, kind, live }: HeroProps) {
  const { shown, next, own, behindMs, nowMs } = live;
  return (
    <section
      className={styles.hero}
      data-channel={channelId}
      data-surface="channel"
      data-player={own ? faceOf(own, stationNowMs()) : 'idle'}
      aria-labelledby="on-air"
    >
      <div className="wrap">
        <fieldset className={styles.grid} aria-label={playerText.controls} data-kind={kind}>
          <Stage channelId={channelId} kind={kind} live={live} />
          <div className={styles.words}>
            <div className={styles.channel}>
              <span className={styles.numeral}>
                <Numeral channel={channelId} />
              </span>
              <span className={styles.frequency}>
                {channelText[channelId].name}
                <br />
                {liveText.frequency[channelId]}
              </span>
              <Badge behindMs={behindMs} />
            </div>
            <div className={styles.title}>
              <h1 id="on-air">{shown === null ? liveText.updating : <Phrase text={shown.phrased} />}</h1>
              <PlayButton
                phase={own && own.phase}
                className={styles.play}
                onPress={() => (own ? toggleLive() : playLive(channelId, live.video.on ? kind : 'audio'))}
              />
            </div>
            <p className={styles.tagline}>{shown?.tagline}</p>
            <Hosts row={shown} />
            <NowPlaying channelId={channelId} mark={live.nowPlaying} />
          </div>
          <Controls channelId={channelId} kind={kind} live={live} />
          <dl className={styles.next}>
            {next.map((row, at) => (
              <div key={row.startsAtMs}>
                <dt>
                  {at === 0 ? liveText.next : liveText.after}
                  <time dateTime={new Date(row.startsAtMs).toISOString()}>{clockSeenFrom(row.startsAtMs, nowMs)}</time>
                </dt>
                <dd>
                  <Phrase text={row.phrased} />
                </dd>
              </div>
            ))}
          </dl>
        </fieldset>
      </div>
    </section>
  );
}

/** 22:00, or 聽日凌晨 00:00 on another day. */
function clockSeenFrom(startsAtMs: number, nowMs: number): string {
  const startsAt = new Date(startsAtMs);
  const now = new Date(nowMs);
  return timeText.clockOf(dayHeadingOf(startsAt, now), dayHkOf(now), clockHk(startsAt));
}

function Badge({ behindMs }: { behindMs: number }) {
  return behindMs > 0 ? (
    <span className={`${styles.badge} ${styles.late}`}>{playerText.behind(behindMs)}</span>
  ) : (
    <span className={styles.badge}>{liveText.onAir}</span>
  );
}

function Hosts({ row }: { row: LiveRow | null }) {
  if (row === null || row.people.length === 0) return null;
  return (
    <div className={styles.hosts}>
      <div className={styles.portraits}>
        {row.people.map(
          ({ name, picture }) =>
            picture !== null && (
              <Picture key={name} name={picture} alt="" sizes="48px" shape="portrait" className={styles.portrait} />
            ),
        )}
      </div>
      <p>
        <b>{row.hosts}</b>
      </p>
    </div>
  );
}

/** Key art, or the video while it is watched. */
function Stage({ channelId, kind, live }: HeroProps) {
  const { shown, own, video } = live;
  const label = liveText.videoPicture(channelText[channelId].name);
  const screen = useRef<HTMLDivElement>(null);
  const watching = own?.source.media === 'video' && (wantsSound(own) || own.load !== null);

  useLayoutEffect(() => {
    const box = screen.current;
    return watching && box !== null ? showMediaIn(box, label) : undefined;
  }, [watching, label]);

  return (
    <div
      className={styles.art}
      data-video-slot={kind === 'video' && video.on ? `live/${channelId}` : undefined}
      data-ad-group="live"
    >
      {shown !== null && (
        <img
          src={shown.art.src}
          srcSet={shown.art.srcset}
          sizes={`(min-width: 1200px) 576px, (min-width: 768px) 45vw, ${kind === 'video' ? '100vw' : '148px'}`}
          width={640}
          height={360}
          alt={liveText.art(shown.title)}
          fetchPriority="high"
        />
      )}
      {watching && <div ref={screen} className={styles.screen} />}
      {watching && (
        <button
          type="button"
          className={styles.full}
          aria-label={liveText.fullScreen}
          onClick={() => void screen.current?.requestFullscreen?.()}
        >
          <Icon name="maximize" />
        </button>
      )}
    </div>
  );
}
