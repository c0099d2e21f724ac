import { useEffect, useRef, useState } from 'react';
import { useMember } from '#app/components/frame/member-state.ts';
import { callAsMember } from '#app/components/member/member-call.ts';
import { notify } from '#app/components/shell/dialogs.ts';
import { notifyPaths, pushCalls } from '#app/notify-paths.ts';
import { paths } from '#app/paths.ts';
import { notifyText } from '#app/text/zh-hk/notify.ts';
import { inTurn } from './in-turn.ts';
import type { SettingsChangeWire } from '#domain/push/push.schema.ts';
import type { NotifySettings } from './push-browser.ts';
import { SettingsFields } from './settings-fields.tsx';
import { joinedChange, shownSettings } from './unsaved.ts';
import styles from './notify-box.module.css';

const text = notifyText.mail;

type Loaded = NotifySettings & { is_verified: boolean };

function Body({ memberId }: { memberId: number }) {
  const [settings, setSettings] = useState<Loaded | 'failed' | null>(null);
  /** As the station has it, while a press that is not saved yet is shown. */
  const kept = useRef<Loaded | null>(null);
  useEffect(() => {
    let isOver = false;
    void callAsMember(pushCalls.mail(), {}, { tells: false }).then((answer) => {
      if (isOver) return;
      kept.current = answer.isOk ? (answer.response as Loaded) : null;
      setSettings(kept.current ?? 'failed');
    });
    return () => void (isOver = true);
  }, [memberId]);
  const unsaved = useRef<SettingsChangeWire>({});
  const save = useRef<(pressed: SettingsChangeWire) => void>(null);
  if (settings === null) return <p>{notifyText.looking}</p>;
  if (settings === 'failed') return <p role="status">{text.failed}</p>;
  if (!settings.is_verified)
    return (
      <p>
        {text.unverified} <a href={paths.userInfo()}>{text.verify}</a>
      </p>
    );
  /** Shown at once, and reverted if it cannot be saved. */
  const change = (pressed: SettingsChangeWire) => {
    setSettings({ ...shownSettings(settings, pressed), is_verified: true });
    unsaved.current = joinedChange(unsaved.current, pressed);
    save.current ??= inTurn(async (_, isNewest) => {
      // With what could not be sent before.
      const sent = unsaved.current;
      unsaved.current = {};
      const init = {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(sent),
      };
      const answer = await callAsMember(pushCalls.mail(), init, { tells: false });
      if (answer.isOk) kept.current = answer.response as Loaded;
      if (!isNewest()) {
        if (!answer.isOk) unsaved.current = joinedChange(sent, unsaved.current);
        return;
      }
      setSettings(kept.current);
      return answer.isOk ? notify(notifyText.saved) : notify(notifyText.saveFailed, 'info');
    });
    save.current(pressed);
  };
  return (
    <>
      <p className={styles.quietly}>{text.words}</p>
      <SettingsFields of={settings} words={text} change={change} />
    </>
  );
}

/** Turns mails on and off by kind, for members. */
export function MailBox() {
  const member = useMember();
  const memberId = member?.user?.user_id ?? null;
  return (
    <section className={styles.box} aria-labelledby="by-mail">
      <h2 id="by-mail">{text.title}</h2>
      {member === null ? (
        <p>{notifyText.looking}</p>
      ) : memberId === null ? (
        <p>
          {text.guest} <a href={paths.login({ return: notifyPaths.notify() })}>{text.logIn}</a>
        </p>
      ) : (
        <Body key={memberId} memberId={memberId} />
      )}
    </section>
  );
}
