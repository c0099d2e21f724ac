import { useEffect, useId, useState } from 'react';
import { useMember } from '#app/components/frame/member-state.ts';
import { notify } from '#app/components/shell/dialogs.ts';
import { notifyText as text } from '#app/text/zh-hk/notify.ts';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { NOTIFICATION_KINDS } from '#shared/notification-kinds.ts';
import {
  askForTest,
  lookAtNotifications,
  saveSettings,
  turnOff,
  turnOn,
  type NotifySettings,
  type NotifyState,
} from './push-browser.ts';
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

function Settings({ of, change }: { of: NotifySettings; change: (settings: NotifySettings) => void }) {
  const noteId = useId();
  const set = (some: Partial<NotifySettings>) => change({ ...of, ...some });
  return (
    <>
      <fieldset className={styles.group}>
        <legend>{text.kinds}</legend>
        {NOTIFICATION_KINDS.map((kind) => (
          <Tick
            key={kind}
            isOn={of.kinds.includes(kind)}
            words={text.kind[kind]}
            change={(isOn) =>
              set({ kinds: NOTIFICATION_KINDS.filter((one) => (one === kind ? isOn : of.kinds.includes(one))) })
            }
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
            change={(hour) => set({ quiet_from: hour })}
          />
          <Pick
            label={text.quietUntil}
            value={of.quiet_until}
            values={HOURS}
            words={text.hour}
            change={(hour) => set({ quiet_until: hour })}
          />
        </div>
        <p className={styles.quietly} id={noteId}>
          {text.quietNote}
        </p>
      </fieldset>
      <div className={styles.picks}>
        <Pick
          label={text.perDay}
          value={of.per_day}
          values={A_DAY}
          words={text.times}
          change={(most) => set({ per_day: most })}
        />
      </div>
      <Tick isOn={of.always_warned} words={text.warned} change={(isOn) => set({ always_warned: isOn })} />
    </>
  );
}

function Note({ title, words }: { title: string; words: string }) {
  return (
    <div className={styles.note} role="status">
      <h2>{title}</h2>
      <p>{words}</p>
    </div>
  );
}

async function test(): Promise<void> {
  const refusal = await askForTest();
  if (refusal === null) return notify(text.tested);
  notify(refusal.status === 429 ? text.tooMany : text.saveFailed, 'info');
}

/** Turns the notifications of this browser on and off, and says how they come. The same HTML for everyone. */
export function NotifyBox() {
  const [state, setState] = useState<NotifyState | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const member = useMember();
  const memberId = member?.user?.user_id ?? null;
  const isKnown = member !== null;
  useEffect(() => {
    // Whose they are is decided by who is logged in.
    if (!isKnown) return;
    let isOver = false;
    void lookAtNotifications().then((seen) => isOver || setState(seen));
    return () => void (isOver = true);
  }, [isKnown, memberId]);

  const press = async (work: () => Promise<NotifyState>) => {
    setIsBusy(true);
    setState(await work());
    setIsBusy(false);
  };
  /** Shown at once, and as it was if it cannot be saved. */
  const change = async (settings: NotifySettings) => {
    const former = state;
    setState({ is: 'on', settings });
    const saved = await saveSettings(settings);
    if (saved.is === 'failed') {
      setState(former);
      return notify(text.saveFailed, 'info');
    }
    setState(saved);
    notify(text.saved);
  };

  if (state === null) return <p className={styles.box}>{text.looking}</p>;
  const again = (
    <div className={styles.buttons}>
      <Button tone="outline" disabled={isBusy} onClick={() => void press(lookAtNotifications)}>
        {text.again}
      </Button>
    </div>
  );
  return (
    <div className={styles.box} data-notifications={state.is}>
      {state.is === 'unsupported' && <Note {...text.unsupported} />}
      {state.is === 'install' && <Note {...text.install} />}
      {state.is === 'denied' && (
        <>
          <Note {...text.denied} />
          {again}
        </>
      )}
      {state.is === 'failed' && (
        <>
          <Note title={text.failed.title} words={text.failed.words} />
          <div className={styles.buttons}>
            <Button disabled={isBusy} onClick={() => void press(turnOn)}>
              {text.failed.press}
            </Button>
          </div>
        </>
      )}
      {state.is === 'off' && (
        <>
          <p role="status">{isBusy ? text.off.asking : text.off.words}</p>
          <div className={styles.buttons}>
            <Button disabled={isBusy} onClick={() => void press(turnOn)}>
              {text.off.press}
            </Button>
          </div>
        </>
      )}
      {state.is === 'on' && (
        <>
          <p className={styles.line} role="status">
            <Icon name="check" />
            {text.on}
          </p>
          <Settings of={state.settings} change={(settings) => void change(settings)} />
          <div className={styles.buttons}>
            <Button tone="outline" onClick={() => void test()}>
              {text.test}
            </Button>
            <Button tone="quiet" disabled={isBusy} onClick={() => void press(turnOff)}>
              {text.turnOff}
            </Button>
          </div>
        </>
      )}
      {memberId === null && (state.is === 'on' || state.is === 'off') && <p className={styles.quietly}>{text.guest}</p>}
    </div>
  );
}
