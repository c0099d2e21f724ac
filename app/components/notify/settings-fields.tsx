import { useId } from 'react';
import { notifyText as text } from '#app/text/zh-hk/notify.ts';
import { NOTIFICATION_KINDS } from '#shared/notification-kinds.ts';
import type { SettingsChangeWire } from '#domain/push/push.schema.ts';
import type { NotifySettings } from './push-browser.ts';
import styles from './notify-box.module.css';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const A_DAY = [1, 2, 3, 5, 10, 20, 50];

function Pick({
  label,
  value,
  values,
  words,
  change,
}: {
  label: string;
  value: number;
  values: readonly number[];
  words: (value: number) => string;
  change: (value: number) => void;
}) {
  // A value from elsewhere stays as it is until another one is chosen.
  const all = values.includes(value) ? values : [...values, value].toSorted((a, b) => a - b);
  return (
    <label>
      {label}
      <select value={value} onChange={({ target }) => change(Number(target.value))}>
        {all.map((one) => (
          <option key={one} value={one}>
            {words(one)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Tick({ isOn, words, change }: { isOn: boolean; words: string; change: (isOn: boolean) => void }) {
  return (
    <label className={styles.tick}>
      <input type="checkbox" checked={isOn} onChange={({ target }) => change(target.checked)} />
      <span>{words}</span>
    </label>
  );
}

/** Kinds, hours and frequency of notifications, by browser or by mail. */
export function SettingsFields({
  of,
  words,
  change,
}: {
  of: NotifySettings;
  words: { perDay: string; times: (n: number) => string; quietNote: string };
  change: (pressed: SettingsChangeWire) => void;
}) {
  const noteId = useId();
  return (
    <>
      <fieldset className={styles.group}>
        <legend>{text.kinds}</legend>
        {NOTIFICATION_KINDS.map((kind) => (
          <Tick
            key={kind}
            isOn={of.kinds.includes(kind)}
            words={text.kind[kind]}
            change={(isOn) => change(isOn ? { kinds_on: [kind] } : { kinds_off: [kind] })}
          />
        ))}
      </fieldset>
      <fieldset className={styles.group} aria-describedby={noteId}>
        <legend>{text.quiet}</legend>
        <div className={styles.picks}>
          <Pick
            label={text.quietFrom}
            value={of.quiet_from}
            values={HOURS}
            words={text.hour}
            change={(hour) => change({ quiet_from: hour })}
          />
          <Pick
            label={text.quietUntil}
            value={of.quiet_until}
            values={HOURS}
            words={text.hour}
            change={(hour) => change({ quiet_until: hour })}
          />
        </div>
        <p className={styles.quietly} id={noteId}>
          {words.quietNote}
        </p>
      </fieldset>
      <div className={styles.picks}>
        <Pick
          label={words.perDay}
          value={of.per_day}
          values={A_DAY}
          words={words.times}
          change={(most) => change({ per_day: most })}
        />
      </div>
      <Tick isOn={of.always_warned} words={text.warned} change={(isOn) => change({ always_warned: isOn })} />
    </>
  );
}
