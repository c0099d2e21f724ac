import { useState } from 'react';
import { useOutletContext } from 'react-router';
import { campaignsText } from '#app/text/zh-hk/desk-campaigns.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { Panel } from '../frame/panel.tsx';
import type { Session } from '../session.ts';
import type { OpenCampaign } from './campaign-types.ts';
import styles from '../money/money.module.css';

const { page: text } = campaignsText;

/** Unix seconds of a time with seconds on a Hong Kong day; null if it is none. */
const secondsAt = (day: string, time: string): number | null => {
  const at = Date.parse(`${day}T${time.length === 5 ? `${time}:00` : time}+08:00`);
  return Number.isNaN(at) ? null : at / 1000;
};

/** Days that were on air, and a form that records one. */
export function PlaysPanel({ campaign: { name, days, plays } }: { campaign: OpenCampaign }) {
  const { actions } = useOutletContext<Session>();
  const [fields, setFields] = useState({ day: '', broadcast: '', from: '', to: '' });
  const field = (of: keyof typeof fields) => ({
    value: fields[of],
    onChange: ({ target }: { target: { value: string } }) => setFields({ ...fields, [of]: target.value }),
  });
  const archiveId = /^[1-9]\d{0,8}$/.test(fields.broadcast.trim()) ? Number(fields.broadcast) : null;
  const [from, to] = [secondsAt(fields.day, fields.from), secondsAt(fields.day, fields.to)];
  const isWhole = archiveId !== null && from !== null && to !== null && to > from;
  return (
    <Panel title={text.plays}>
      {plays.length === 0 && <p className={styles.empty}>{text.noPlays}</p>}
      <ul className={styles.list}>
        {plays.map(({ day, archive_id: id, starts_ts: starts, ends_ts: ends }) => (
          <li key={day}>
            <b>{day}</b>
            <span className={styles.small}>{`${text.broadcast} ${id}　${text.playOf(starts, ends)}`}</span>
          </li>
        ))}
      </ul>
      {actions.includes('campaigns.played') && (
        <div className={styles.panelForm}>
          <label>
            {text.playDay}
            <input type="date" min={days[0]} max={days.at(-1)} {...field('day')} />
          </label>
          <label>
            {text.broadcast}
            <input inputMode="numeric" maxLength={9} {...field('broadcast')} />
          </label>
          <label>
            {text.from}
            <input type="time" step={1} {...field('from')} />
          </label>
          <label>
            {text.to}
            <input type="time" step={1} {...field('to')} />
          </label>
          <ActionButton
            action="campaigns.played"
            input={{
              campaign: name,
              day: fields.day,
              archive_id: archiveId ?? 0,
              starts_ts: from ?? 0,
              ends_ts: to ?? 0,
            }}
            words={text.note}
            disabled={!isWhole}
            onDone={() => setFields({ day: '', broadcast: '', from: '', to: '' })}
          />
        </div>
      )}
    </Panel>
  );
}
