import { SPEEDS, type Speed } from '#app/player/player.state.ts';
import { setSpeed } from '#app/player/replay/replay-controls.ts';
import { replayText } from '#app/text/zh-hk/replay.ts';
import { Icon } from '#app/ui/icon.tsx';
import styles from './sleep-menu.module.css';
import { useMenu } from './use-menu.ts';

/** Speed menu of a replay. Its button shows the current speed. */
export function SpeedMenu({ speed, className }: { speed: Speed; className?: string | undefined }) {
  const { isOpen, leave, button, menu } = useMenu();
  return (
    <div className={styles.box}>
      <button {...button} className={className} aria-label={`${replayText.speed} ${replayText.speedOf(speed)}`}>
        <span className={styles.left}>{replayText.speedOf(speed)}</span>
      </button>
      {isOpen && (
        <div {...menu} className={styles.menu}>
          {SPEEDS.map((value) => (
            <button
              key={value}
              type="button"
              role="menuitemradio"
              aria-checked={value === speed}
              tabIndex={-1}
              onClick={() => {
                setSpeed(value);
                leave();
              }}
            >
              <Icon name="check" />
              {replayText.speedOf(value)}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
