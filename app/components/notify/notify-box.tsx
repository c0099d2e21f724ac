import { useEffect, useRef, useState } from 'react';
import { useFocusOn } from '#app/components/hooks/use-focus-on.ts';
import { useMember } from '#app/components/frame/member-state.ts';
import { notify } from '#app/components/shell/dialogs.ts';
import type { SettingsChangeWire } from '#domain/push/push.schema.ts';
import { notifyText as text } from '#app/text/zh-hk/notify.ts';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { inTurn } from './in-turn.ts';
import { askForTest, lookAtNotifications, saveSettings, turnOff, turnOn, type NotifyState } from './push-browser.ts';
import { SettingsFields } from './settings-fields.tsx';
import { joinedChange, shownSettings } from './unsaved.ts';
import styles from './notify-box.module.css';

function Note({ title, words }: { title: string; words: string }) {
  return (
    <div className={styles.note} role="status">
      <h2>{title}</h2>
      <p>{words}</p>
    </div>
  );
}

/** Turns the notifications of this browser on and off, with their settings. The same HTML for everyone. */
export function NotifyBox() {
  const [state, setShown] = useState<NotifyState | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const member = useMember();
  const memberId = member?.user?.user_id ?? null;
  const isKnown = member !== null;
  /** As the station and the browser have it, while a press that is not saved yet is shown. */
  const kept = useRef<NotifyState | null>(null);
  const unsaved = useRef<SettingsChangeWire>({});
  const setState = (seen: NotifyState | null) => {
    kept.current = seen;
    unsaved.current = {};
    setShown(seen);
  };
  useEffect(() => {
    // Their owner depends on who is logged in.
    if (!isKnown) return;
    let isOver = false;
    void lookAtNotifications().then((seen) => isOver || setState(seen));
    return () => void (isOver = true);
  }, [isKnown, memberId]);
  // The pressed button is gone with the state before.
  const [presses, setPresses] = useState(0);
  useFocusOn(presses, { to: '[data-notifications]' });

  const showAnswer = (seen: NotifyState) => {
    setState(seen);
    setPresses((before) => before + 1);
  };
  const [take] = useState(() => inTurn((work: (isNewest: () => boolean) => Promise<void>, isNewest) => work(isNewest)));
  const press = (work: () => Promise<NotifyState>) => {
    setIsBusy(true);
    take(async () => {
      showAnswer(await work());
      setIsBusy(false);
    });
  };
  /** Shown at once, and reverted if it cannot be saved. */
  const change = (pressed: SettingsChangeWire) => {
    // What is being turned off is not changed, and its turn not taken.
    if (isBusy || state?.is !== 'on') return;
    setShown({ is: 'on', settings: shownSettings(state.settings, pressed) });
    unsaved.current = joinedChange(unsaved.current, pressed);
    take(async (isNewest) => {
      const sent = unsaved.current;
      unsaved.current = {};
      const saved = await saveSettings(sent);
      if (saved.is === 'on') kept.current = saved;
      if (!isNewest()) {
        if (saved.is === 'failed') unsaved.current = joinedChange(sent, unsaved.current);
        return;
      }
      if (saved.is === 'failed') {
        setShown(kept.current);
        return notify(text.saveFailed, 'info');
      }
      if (saved.is === 'on') {
        notify(text.saved);
        return setState(saved);
      }
      // Turned off in another tab, or no longer permitted by the browser: nothing was saved.
      return showAnswer(await lookAtNotifications());
    });
  };
  const test = async () => {
    const refusal = await askForTest();
    if (refusal === null) return notify(text.tested);
    if (refusal.status === 404) return showAnswer(await lookAtNotifications());
    return notify(refusal.status === 429 ? text.tooMany : text.saveFailed, 'info');
  };

  if (state === null) return <p className={styles.box}>{text.looking}</p>;
  const again = (
    <div className={styles.buttons}>
      <Button tone="outline" disabled={isBusy} onClick={() => press(lookAtNotifications)}>
        {text.again}
      </Button>
    </div>
  );
  return (
    <div className={styles.box} data-notifications={state.is} role="group" aria-label={text.title} tabIndex={-1}>
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
            <Button disabled={isBusy} onClick={() => press(turnOn)}>
              {text.failed.press}
            </Button>
          </div>
        </>
      )}
      {state.is === 'off' && (
        <>
          <p role="status">{isBusy ? text.off.asking : text.off.words}</p>
          <div className={styles.buttons}>
            <Button disabled={isBusy} onClick={() => press(turnOn)}>
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
          <SettingsFields of={state.settings} words={text} change={change} />
          <div className={styles.buttons}>
            <Button tone="outline" onClick={() => void test()}>
              {text.test}
            </Button>
            <Button tone="quiet" disabled={isBusy} onClick={() => press(turnOff)}>
              {text.turnOff}
            </Button>
          </div>
        </>
      )}
      {memberId === null && (state.is === 'on' || state.is === 'off') && <p className={styles.quietly}>{text.guest}</p>}
    </div>
  );
}
