import { useState } from 'react';
import { Link, useLoaderData, useRouteLoaderData } from 'react-router';
import { settingsText } from '#app/text/zh-hk/desk-settings.ts';
import { MAX_MESSAGE } from '#domain/settings/settings.rules.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { useMay } from '../actions/use-may.ts';
import { deskPaths } from '../desk-paths.ts';
import { Panel } from '../frame/panel.tsx';
import type { Session } from '../session.ts';
import { inputOfSeconds, secondsOfInput } from '../words/hk-input.ts';
import type { loadSettings, Switch } from './load-settings.ts';
import { momentText, SettingsHead } from './settings-head.tsx';
import { Levers } from './levers.tsx';
import styles from './settings.module.css';

const text = settingsText.switches;
const HOURS_FIRST = 4;

const actionsOf = ({ is_method: isMethod }: Switch) =>
  isMethod
    ? (['settings.method-off', 'settings.method-on'] as const)
    : (['settings.switch-off', 'settings.switch-on'] as const);

/** The message, and until when. */
function SwitchOff({ one, name }: { one: Switch; name: string }) {
  const [message, setMessage] = useState(() => text.suggested(one.key, name));
  const [until, setUntil] = useState(() => inputOfSeconds(Math.floor(Date.now() / 1000) + HOURS_FIRST * 3600));
  const [isOpen, setOpen] = useState(false);
  const ends = secondsOfInput(until);
  return (
    <details className={styles.off} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary aria-label={text.switchOffOf(name)}>{text.switchOff}</summary>
      <div className={styles.fields}>
        <label>
          {text.message(one.key)}
          <input value={message} maxLength={MAX_MESSAGE} onChange={({ target }) => setMessage(target.value)} />
        </label>
        <label>
          {text.until}
          <input type="datetime-local" value={until} onChange={({ target }) => setUntil(target.value)} />
        </label>
        <ActionButton
          action={actionsOf(one)[0]}
          input={{ key: one.key, message: message.trim(), ends_ts: ends }}
          words={text.switchOffOf(name)}
          tone="danger"
          disabled={message.trim() === '' || ends === null}
          onDone={() => setOpen(false)}
        />
      </div>
    </details>
  );
}

function SwitchRow({ one }: { one: Switch }) {
  const { key, off, changed_by: by, changed_ts: at } = one;
  const name = text.names[key] ?? key;
  const [offAction, onAction] = actionsOf(one);
  const mayOff = useMay(offAction);
  return (
    <li>
      <div className={styles.line}>
        <b>{name}</b>
        <span className={styles.state} data-off={off !== null || undefined}>
          {off ? text.off(momentText(off.ends_ts)) : text.on}
        </span>
        {off && <ActionButton action={onAction} input={{ key }} words={text.switchOn} size="small" tone="outline" />}
      </div>
      {key === 'ads' && <p className={styles.quiet}>{text.adsNote}</p>}
      {off && <p>{off.message}</p>}
      {off && by !== null && at !== null && <p className={styles.quiet}>{settingsText.changed(by, momentText(at))}</p>}
      {!off && mayOff && <SwitchOff one={one} name={name} />}
    </li>
  );
}

/** What can be switched off for a time. */
export function SwitchesPage() {
  const { switches, levers, load } = useLoaderData<typeof loadSettings>();
  const session = useRouteLoaderData<Session>('desk');
  return (
    <>
      <SettingsHead page={settingsText.tabs.switches} note={text.note} />
      <Panel title={text.functions}>
        <ul className={styles.list}>
          {switches
            .filter((one) => !one.is_method)
            .map((one) => (
              <SwitchRow key={one.key} one={one} />
            ))}
        </ul>
        {session?.permissions.includes('functions.switch') && (
          <p className={styles.pad}>
            {text.elsewhere} <Link to={deskPaths.archive()}>{text.toElsewhere}</Link>
          </p>
        )}
      </Panel>
      <Levers levers={levers} load={load} />
      <Panel title={text.methods}>
        <p className={styles.pad}>{text.methodsNote}</p>
        <ul className={styles.list}>
          {switches
            .filter((one) => one.is_method)
            .map((one) => (
              <SwitchRow key={one.key} one={one} />
            ))}
        </ul>
      </Panel>
    </>
  );
}
