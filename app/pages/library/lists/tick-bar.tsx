import { libraryText } from '#app/text/zh-hk/library.ts';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { ChangeButton, CHANGES } from './change-button.tsx';
import { tickName, type ShownList } from './list-changes.ts';
import type { Ticks } from './use-ticks.ts';
import rows from './list-row.module.css';
import styles from '#app/pages/library/library.module.css';

const text = libraryText;

/** Selection box of an entry; without scripts, a field of the list's form. */
export function TickBox({ id, name, ticks }: { id: number; name: string; ticks: Ticks }) {
  return (
    <label className={rows.tick}>
      <input
        type="checkbox"
        form={CHANGES}
        name={tickName(id)}
        checked={ticks.ticked.includes(id)}
        onChange={({ target, nativeEvent }) =>
          ticks.tick(id, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
        onKeyDown={(event) => ticks.press(event, id)}
        data-tick=""
      />
      <span className="vh">{text.tick(name)}</span>
    </label>
  );
}

/** Starts and ends selection. */
export function SelectButton({ ticks: { isOn, setOn } }: { ticks: Ticks }) {
  return (
    <Button
      tone="outline"
      size="small"
      className={styles.scripted}
      aria-pressed={isOn}
      onClick={() => setOn(!isOn)}
      data-select=""
    >
      <Icon name="check" />
      {text.select}
    </Button>
  );
}

/** Actions on selected entries. Always shown without scripts. */
export function TickBar({ list, ticks: { isOn, setOn, ticked, tickAll } }: { list: ShownList; ticks: Ticks }) {
  const isIdle = isOn && ticked.length === 0;
  return (
    <section className={styles.bulk} aria-label={text.bulk} data-on={isOn || undefined}>
      <b className={styles.scripted} role="status">
        {isOn && text.ticked(ticked.length)}
      </b>
      <Button tone="quiet" size="small" className={styles.scripted} onClick={tickAll}>
        {text.tickAll}
      </Button>
      {list !== 'playlist' && (
        <ChangeButton
          tone="quiet"
          size="small"
          change={{ kind: 'add', ids: ticked, direction: null }}
          aria-disabled={isIdle || undefined}
        >
          {text.add}
        </ChangeButton>
      )}
      <ChangeButton
        tone="quiet"
        size="small"
        change={{ kind: 'remove', ids: ticked }}
        aria-disabled={isIdle || undefined}
      >
        {text.removeTicked[list]}
      </ChangeButton>
      <Button
        tone="quiet"
        size="small"
        className={`${styles.scripted} ${styles.end}`}
        aria-label={text.tickNone}
        onClick={() => {
          setOn(false);
          document.querySelector<HTMLElement>('[data-select]')?.focus();
        }}
      >
        <Icon name="x" />
      </Button>
    </section>
  );
}
