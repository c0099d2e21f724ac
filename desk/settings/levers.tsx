import { useState } from 'react';
import { settingsText } from '#app/text/zh-hk/desk-settings.ts';
import { LEVER_POSITIONS } from '#domain/settings/settings.rules.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { useMay } from '../actions/use-may.ts';
import { Panel } from '../frame/panel.tsx';
import type { Lever, Settings } from './load-settings.ts';
import { momentText } from './settings-head.tsx';
import styles from './settings.module.css';

const text = settingsText.levers;

function LeverRow({ lever }: { lever: Lever }) {
  // `is_pulled` is from one process, which may not know of a change yet.
  const { key, position, is_pulled: isPulled, revision, changed_by: by, changed_ts: at } = lever;
  const [given, setGiven] = useState(position);
  const mayChange = useMay('settings.lever');
  const name = text.names[key] ?? key;
  return (
    <li>
      <div className={styles.line}>
        <b>{name}</b>
        <span className={styles.state} data-off={isPulled || position === 'on' || undefined}>
          {text.positions[position]}
          {position === 'load' && `　${isPulled ? text.pulled : text.idle}`}
        </span>
      </div>
      <p className={styles.quiet}>
        {text.about[key]}
        {by !== null && at !== null && `　${settingsText.changed(by, momentText(at))}`}
      </p>
      {mayChange && (
        <div className={styles.fields}>
          <label>
            {text.position(name)}
            <select value={given} onChange={({ target }) => setGiven(target.value)}>
              {LEVER_POSITIONS.map((one) => (
                <option key={one} value={one}>
                  {text.positions[one]}
                </option>
              ))}
            </select>
          </label>
          <ActionButton
            action="settings.lever"
            input={{ key, position: given, base: revision }}
            words={text.changeOf(name)}
            tone="outline"
            disabled={given === position}
          />
        </div>
      )}
    </li>
  );
}

/** What the site sheds under load, by hand or by itself. */
export function Levers({ levers, load }: Pick<Settings, 'levers' | 'load'>) {
  return (
    <Panel title={text.title}>
      <p className={styles.pad}>{text.note}</p>
      <p className={styles.pad}>{text.load(load.lag_ms, load.requests_per_second, load.is_high)}</p>
      <ul className={styles.list}>
        {levers.map((lever) => (
          <LeverRow key={lever.key + lever.revision} lever={lever} />
        ))}
      </ul>
    </Panel>
  );
}
