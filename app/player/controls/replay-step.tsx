import { BACK_SECONDS, ON_SECONDS } from '#app/player/player.state.ts';
import { skip } from '#app/player/player.store.ts';
import { playerText } from '#app/text/zh-hk/player.ts';
import { replayText } from '#app/text/zh-hk/replay.ts';
import { Icon } from '#app/ui/icon.tsx';
import styles from './replay-step.module.css';

/** A step back or forward. The lengths differ in a replay, so each button shows its own. */
export function ReplayStep({ to, className }: { to: 'back' | 'on'; className: string | undefined }) {
  const isBack = to === 'back';
  const seconds = isBack ? BACK_SECONDS : ON_SECONDS;
  return (
    <button
      type="button"
      className={`${className} ${styles.step}`}
      aria-label={isBack ? playerText.back15 : replayText.forward30}
      onClick={() => skip(isBack ? -seconds : seconds)}
    >
      <Icon name={isBack ? 'rotate-ccw' : 'rotate-cw'} />
      <small aria-hidden="true">{seconds}</small>
    </button>
  );
}
