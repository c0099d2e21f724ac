import { playerText } from '#app/text/zh-hk/player.ts';
import { Icon } from '#app/ui/icon.tsx';
import { cancelSleep, sleepAtProgrammeEnd, sleepIn } from '#app/player/player.store.ts';
import styles from './sleep-menu.module.css';
import { useMenu } from './use-menu.ts';
import { SLEEP_MINUTES, type SleepTimer } from '#app/player/system/sleep-timer.ts';

export interface SleepAtEnd {
  words: string;
  choose: () => void;
}

/** The sleep timer: a menu of durations. Its button shows the remaining time. */
export function SleepMenu({
  sleep,
  leftMs,
  className,
  showLeft = false,
  atEnd,
}: {
  sleep: SleepTimer | null;
  /** Remaining time. */
  leftMs: number | null;
  className?: string | undefined;
  showLeft?: boolean;
  /** Option for VOD sources: their own end instead of the end of the programme on air. */
  atEnd?: SleepAtEnd | undefined;
}) {
  const { isOpen, leave, button, menu } = useMenu();

  const item = (words: string, checked: boolean, action: () => void) => (
    <button
      key={words}
      type="button"
      role="menuitemradio"
      aria-checked={checked}
      tabIndex={-1}
      onClick={() => {
        action();
        leave();
      }}
    >
      <Icon name="check" />
      {words}
    </button>
  );

  return (
    <div className={styles.box}>
      <button
        {...button}
        className={className}
        aria-label={leftMs === null ? playerText.sleep : playerText.sleepLeft(leftMs)}
        data-sleep={sleep?.until}
      >
        <Icon name="moon-star" />
        {showLeft && leftMs !== null && <span className={styles.left}>{playerText.span(leftMs)}</span>}
      </button>
      {isOpen && (
        <div {...menu} className={styles.menu}>
          {SLEEP_MINUTES.map((minutes) =>
            item(playerText.sleepMinutes(minutes), sleep?.until === 'time' && sleep.minutes === minutes, () =>
              sleepIn(minutes),
            ),
          )}
          {atEnd
            ? item(atEnd.words, sleep?.until === 'programme', atEnd.choose)
            : item(playerText.sleepProgramme, sleep?.until === 'programme', sleepAtProgrammeEnd)}
          {sleep !== null && item(playerText.sleepOff, false, cancelSleep)}
        </div>
      )}
    </div>
  );
}
