import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { playerText } from '#app/text/zh-hk/player.ts';
import { Icon } from '#app/ui/icon.tsx';
import { cancelSleep, sleepAtProgrammeEnd, sleepIn } from '#app/player/player.store.ts';
import styles from './sleep-menu.module.css';
import { SLEEP_MINUTES, type SleepTimer } from '#app/player/system/sleep-timer.ts';

export interface SleepAtEnd {
  words: string;
  choose: () => void;
}

/** The sleep timer: a menu of lengths. What is left shows on its button. */
export function SleepMenu({
  sleep,
  leftMs,
  className,
  showLeft = false,
  atEnd,
}: {
  sleep: SleepTimer | null;
  /** What is left of it. */
  leftMs: number | null;
  className?: string | undefined;
  showLeft?: boolean;
  /** Of what is whole: its own end, in place of that of the programme on air. */
  atEnd?: SleepAtEnd | undefined;
}) {
  const [open, setOpen] = useState(false);
  const menuId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!open) return undefined;
    const checked = menu.current?.querySelector<HTMLElement>('[aria-checked="true"]');
    (checked ?? menu.current?.querySelector<HTMLElement>('button'))?.focus();
    const onPointer = (event: PointerEvent) => {
      if (!(event.target instanceof Node)) return;
      if (!menu.current?.contains(event.target) && !button.current?.contains(event.target)) setOpen(false);
    };
    addEventListener('pointerdown', onPointer);
    return () => removeEventListener('pointerdown', onPointer);
  }, [open]);

  const choose = (action: () => void) => () => {
    action();
    setOpen(false);
    button.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const items = [...(menu.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const at = items.findIndex((item) => item === document.activeElement);
    const goTo = (index: number) => items[(index + items.length) % items.length]?.focus();
    if (event.key === 'Escape') {
      setOpen(false);
      button.current?.focus();
    } else if (event.key === 'Tab') {
      setOpen(false);
      return;
    } else if (event.key === 'ArrowDown') goTo(at + 1);
    else if (event.key === 'ArrowUp') goTo(at - 1);
    else if (event.key === 'Home') goTo(0);
    else if (event.key === 'End') goTo(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const item = (words: string, checked: boolean, action: () => void) => (
    <button
      key={words}
      type="button"
      role="menuitemradio"
      aria-checked={checked}
      tabIndex={-1}
      onClick={choose(action)}
    >
      <Icon name="check" />
      {words}
    </button>
  );

  return (
    <div className={styles.box}>
      <button
        ref={button}
        type="button"
        className={className}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? menuId : undefined}
        aria-label={leftMs === null ? playerText.sleep : playerText.sleepLeft(leftMs)}
        data-sleep={sleep?.until}
        onClick={() => setOpen(!open)}
      >
        <Icon name="moon-star" />
        {showLeft && leftMs !== null && <span className={styles.left}>{playerText.span(leftMs)}</span>}
      </button>
      {open && (
        <div ref={menu} id={menuId} className={styles.menu} role="menu" tabIndex={-1} onKeyDown={onKeyDown}>
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
