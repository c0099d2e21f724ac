import { useNavigate } from 'react-router';
import { paths } from '#app/paths.ts';
import type { MediaKind } from '#app/player/sources/source.ts';
import page from '#app/styles/page.module.css';
import { liveText } from '#app/text/zh-hk/live.ts';
import { Icon } from '#app/ui/icon.tsx';
import { clockHk } from '#shared/hk-time.ts';
import styles from './kind-switch.module.css';
import type { HeroProps } from './hero-props.ts';

/** Switch between a channel's audio and video, with the time of the next video. */
export function KindSwitch({ channelId, kind, live: { video } }: HeroProps) {
  const navigate = useNavigate();
  const go = (to: MediaKind) => {
    if (to === kind) return;
    void navigate(to === 'video' ? paths.liveVideo(channelId) : paths.live(channelId), {
      replace: true,
      preventScrollReset: true,
    });
  };
  const reason = video.nextMs === null ? liveText.videoNone : liveText.videoSoon(clockHk(new Date(video.nextMs)));
  return (
    <fieldset className={`${page.segments} ${styles.switch}`} aria-label={liveText.how}>
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
  );
}
