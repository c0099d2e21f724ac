import { videoAdText } from '#app/text/zh-hk/video-ad.ts';
import { Icon } from '#app/ui/icon.tsx';
import type { VideoAdWord } from '#shared/ads/video-ad.ts';
import styles from './video-ad.module.css';

interface Props {
  src: string;
  /** Null until its first frame. */
  started: Extract<VideoAdWord, { type: 'started' }> | null;
  atSeconds: number;
  onSkip: () => void;
  onWhy: () => void;
}

/** Scripts and its own origin, which is not ours; links in it open in a new tab. */
const SANDBOX = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox';

/** Frame of a video ad with its labels and controls. Its time is displayed but not announced. */
export function VideoAdView({ src, started, atSeconds, onSkip, onWhy }: Props) {
  const left = started ? Math.max(0, Math.ceil(started.seconds - atSeconds)) : 0;
  const skipsAt = started?.skipAfterSeconds ?? null;
  const skipsIn = skipsAt === null ? null : Math.max(0, Math.ceil(skipsAt - atSeconds));
  return (
    <div
      role="region"
      aria-label={videoAdText.region}
      tabIndex={-1}
      className={styles.ad}
      data-video-ad={started ? 'playing' : 'coming'}
    >
      <iframe
        className={styles.frame}
        src={src}
        title={videoAdText.label}
        sandbox={SANDBOX}
        allow="autoplay"
        referrerPolicy="strict-origin"
      />
      {started === null && <p className={styles.coming}>{videoAdText.coming}</p>}
      {started !== null && (
        <div className={styles.foot}>
          <p className={styles.left}>{videoAdText.left(left)}</p>
          <button type="button" className={styles.why} aria-label={videoAdText.why} onClick={onWhy}>
            <Icon name="info" />
          </button>
          {skipsIn !== null && (
            <button type="button" className={styles.skip} disabled={skipsIn > 0} onClick={onSkip} data-skip-ad>
              {skipsIn > 0 ? videoAdText.skipIn(skipsIn) : videoAdText.skip}
              {skipsIn === 0 && <Icon name="skip-forward" />}
            </button>
          )}
        </div>
      )}
      <output className="vh" aria-live="polite">
        {started === null ? '' : skipsIn === 0 ? videoAdText.maySkip : videoAdText.started}
      </output>
    </div>
  );
}
