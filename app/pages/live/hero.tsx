import { useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#app/paths.ts';
import { showMediaIn } from '#app/player/media-place.ts';
import type { MediaKind } from '#app/player/player-machine.ts';
import { wantsSound } from '#app/player/player-machine.ts';
import { faceOf } from '#app/player/player-status.ts';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { liveText } from '#app/text/zh-hk/live.ts';
import { playerText } from '#app/text/zh-hk/player.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Numeral } from '#app/ui/numeral.tsx';
import { Phrase } from '#app/ui/phrase.tsx';
import { Picture } from '#app/ui/picture.tsx';
import type { ChannelId } from '#shared/enums.ts';
import { clockHk } from '#shared/hk-time.ts';
import { Controls } from './controls.tsx';
import styles from './hero.module.css';
import type { LiveRow } from './live.server.ts';
import type { LivePage } from './use-live-page.ts';

export interface HeroProps {
  channelId: ChannelId;
  kind: MediaKind;
  live: LivePage;
}

/** The flood: what is heard, or what is on, with everything the player can do. */
export function Hero({ channelId, kind, live }: HeroProps) {
  const { shown, next, own, snapshot, behindMs } = live;
  return (
    <section
      className={styles.hero}
      data-channel={channelId}
      data-surface="channel"
      data-player={own ? faceOf(snapshot) : 'idle'}
      aria-labelledby="on-air"
    >
      <div className={`wrap ${styles.stack}`}>
        <div className={styles.grid}>
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
            <h1 id="on-air">{shown === null ? liveText.updating : <Phrase text={shown.phrased} />}</h1>
            <p className={styles.tagline}>{shown?.tagline}</p>
            <Hosts row={shown} />
            <dl className={styles.next}>
              {next.map((row, at) => (
                <div key={row.startsAtMs}>
                  <dt>
                    {at === 0 ? liveText.next : liveText.after}
                    <time dateTime={new Date(row.startsAtMs).toISOString()}>{clockHk(new Date(row.startsAtMs))}</time>
                  </dt>
                  <dd>
                    <Phrase text={row.phrased} />
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        </div>
        <Controls channelId={channelId} kind={kind} live={live} />
      </div>
    </section>
  );
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

/** Key art, or the picture of the broadcast while it is watched, with the switch between sound and picture on it. */
function Stage({ channelId, kind, live }: HeroProps) {
  const { shown, own, snapshot, video } = live;
  const navigate = useNavigate();
  const label = liveText.videoPicture(channelText[channelId].name);
  const screen = useRef<HTMLDivElement>(null);
  const watching =
    own && snapshot.player.kind === 'video' && (wantsSound(snapshot.player) || snapshot.player.load !== null);

  useLayoutEffect(() => {
    const box = screen.current;
    return watching && box !== null ? showMediaIn(box, label) : undefined;
  }, [watching, label]);

  const go = (to: MediaKind) => {
    if (to === kind) return;
    void navigate(to === 'video' ? paths.liveVideo(channelId) : paths.live(channelId), {
      replace: true,
      preventScrollReset: true,
    });
  };
  const reason = video.nextMs === null ? liveText.videoNone : liveText.videoSoon(clockHk(new Date(video.nextMs)));

  return (
    <div className={styles.stage}>
      <div className={styles.art}>
        {shown !== null && (
          <img
            src={shown.art.src}
            srcSet={shown.art.srcset}
            sizes="(min-width: 1440px) 760px, (min-width: 900px) 54vw, 100vw"
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
      <fieldset className={styles.switch} aria-label={liveText.how}>
        <button type="button" aria-pressed={kind === 'audio'} onClick={() => go('audio')}>
          <Icon name="headphones" />
          {liveText.audio}
        </button>
        <button
          type="button"
          aria-pressed={kind === 'video'}
          disabled={!video.on && kind !== 'video'}
          aria-describedby={video.on ? undefined : 'video-hours'}
          onClick={() => go('video')}
        >
          <Icon name="video" />
          {liveText.video}
        </button>
        {!video.on && (
          <span id="video-hours" className={styles.hours}>
            {reason}
          </span>
        )}
      </fieldset>
    </div>
  );
}
