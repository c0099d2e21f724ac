import { useState } from 'react';
import { Link, useLoaderData, useRouteLoaderData } from 'react-router';
import { settingsText } from '#app/text/zh-hk/desk-settings.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { useMay } from '../actions/use-may.ts';
import { deskPaths } from '../desk-paths.ts';
import { Panel } from '../frame/panel.tsx';
import type { Session } from '../session.ts';
import type { loadSettings, Retention } from './load-settings.ts';
import { momentText, SettingsHead } from './settings-head.tsx';
import styles from './settings.module.css';

const text = settingsText.retention;
const YEAR = 365;
/** The privacy policy, a page of the editors, says how long these are kept. */
const SAID_ON_PAGE: readonly string[] = ['keep.mails', 'keep.letters', 'keep.security-events'];

const lengthText = (days: number): string =>
  days >= 2 * YEAR && days % YEAR === 0 ? text.yearCount(days / YEAR) : text.dayCount(days);

function RetentionRow({ kept }: { kept: Retention }) {
  const { key, days, min, max, default_days: normal, revision, changed_by: by, changed_ts: at } = kept;
  const [given, setGiven] = useState(String(days));
  const mayChange = useMay('settings.keep');
  const mayEditPages = useRouteLoaderData<Session>('desk')?.permissions.includes('pages.edit');
  const [name, why] = text.names[key] ?? [key, ''];
  const wanted = /^\d{1,4}$/.test(given) ? Number(given) : null;
  const isWithin = wanted !== null && wanted >= min && wanted <= max;
  return (
    <li>
      <div className={styles.line}>
        <b>{name}</b>
        <span>{lengthText(days)}</span>
      </div>
      <p className={styles.quiet}>
        {why}　{text.bounds(min, max, normal)}
        {by !== null && at !== null && `　${settingsText.changed(by, momentText(at))}`}
      </p>
      {SAID_ON_PAGE.includes(key) && (
        <p className={styles.quiet}>
          {text.privacy} {mayEditPages && <Link to={deskPaths.staticPage('privacy', 'zh-Hant')}>{text.toPrivacy}</Link>}
        </p>
      )}
      {mayChange && (
        <div className={styles.fields}>
          <label>
            {text.newDays}
            <input inputMode="numeric" value={given} onChange={({ target }) => setGiven(target.value)} />
          </label>
          <ActionButton
            action="settings.keep"
            input={{ key, days: wanted ?? 0, base: revision }}
            words={text.change}
            tone="outline"
            disabled={!isWithin || wanted === days}
          />
          {isWithin && wanted < days && <p role="status">{text.shorter}</p>}
        </div>
      )}
    </li>
  );
}

/** What is kept for how long, and why. */
export function RetentionPage() {
  const { retention, fixed } = useLoaderData<typeof loadSettings>();
  return (
    <>
      <SettingsHead page={settingsText.tabs.retention} note={text.note} />
      <Panel title={text.changeable}>
        <ul className={styles.list}>
          {retention.map((kept) => (
            <RetentionRow key={`${kept.key} ${kept.days}`} kept={kept} />
          ))}
        </ul>
      </Panel>
      <Panel title={text.fixed}>
        <p className={styles.pad}>{text.fixedNote}</p>
        <ul className={styles.list}>
          {fixed.map(({ key, days }) => {
            const [name, why] = text.names[key] ?? [key, ''];
            return (
              <li key={key}>
                <div className={styles.line}>
                  <b>{name}</b>
                  <span>{lengthText(days)}</span>
                </div>
                <p className={styles.quiet}>{why}</p>
              </li>
            );
          })}
        </ul>
      </Panel>
    </>
  );
}
