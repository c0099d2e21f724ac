import { useState } from 'react';
import { archiveText } from '#app/text/zh-hk/desk-archive.ts';
import { SUSPENDABLE_FUNCTIONS } from '#domain/archive/suspendable-functions.rules.ts';
import { dateTimeHk } from '#shared/hk-time.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { useMay } from '../actions/use-may.ts';
import { Panel } from '../frame/panel.tsx';
import type { Suspension } from './archive.types.ts';
import styles from './archive.module.css';

const text = archiveText.functions;

function SwitchOff({ name, words }: { name: string; words: string }) {
  const [message, setMessage] = useState('');
  if (!useMay('functions.switch-off')) return null;
  return (
    <>
      <input
        aria-label={text.message(words)}
        placeholder={text.message(words)}
        maxLength={200}
        value={message}
        onChange={({ target }) => setMessage(target.value)}
      />
      <ActionButton
        action="functions.switch-off"
        input={{ name, message: message.trim() }}
        words={text.switchOffOf(words)}
        size="small"
        tone="outline"
        disabled={message.trim() === ''}
        onDone={() => setMessage('')}
      />
    </>
  );
}

/** Functions of the public site that can be suspended, and their state. */
export function FunctionsPanel({ suspended }: { suspended: readonly Suspension[] }) {
  return (
    <Panel title={text.title}>
      {SUSPENDABLE_FUNCTIONS.map((name) => {
        const words = text.names[name] ?? name;
        const off = suspended.find((one) => one.name === name);
        return (
          <div key={name} className={styles.form}>
            <p>
              <b>{words}</b>{' '}
              <span className={styles.state} data-tone={off ? 'bad' : 'good'}>
                {off ? text.off(off.message, dateTimeHk(new Date(off.since_ts * 1000)).slice(0, 16)) : text.on}
              </span>
            </p>
            {off ? (
              <ActionButton
                action="functions.switch-on"
                input={{ name }}
                words={text.switchOnOf(words)}
                size="small"
                tone="outline"
              />
            ) : (
              <SwitchOff name={name} words={words} />
            )}
          </div>
        );
      })}
    </Panel>
  );
}
