import { useState } from 'react';
import { moneyText } from '#app/text/zh-hk/desk-money.ts';
import { MAX_CREDIT_DAYS } from '#domain/buying/by-hand.rules.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { Panel } from '../frame/panel.tsx';
import { secondsOfInput } from '../words/hk-input.ts';
import { wholeOf } from './whole-of.ts';
import styles from './money.module.css';

const text = moneyText.outages;

/** Days for every plan that ran during an outage. */
function PlanOutage() {
  const [today] = useState(() => dayHkOf(new Date()));
  const [fields, setFields] = useState({ name: `outage-${today}`, from: today, to: today, days: '1', said: '' });
  const field = (name: keyof typeof fields) => ({
    value: fields[name],
    onChange: (event: { target: { value: string } }) => setFields({ ...fields, [name]: event.target.value }),
  });
  const days = wholeOf(fields.days, MAX_CREDIT_DAYS);
  const isNamed = /^[a-z0-9-]{3,40}$/.test(fields.name);
  const isWhole =
    isNamed && days !== null && fields.said.trim() !== '' && fields.from !== '' && fields.from <= fields.to;
  return (
    <div className={styles.panelForm}>
      <p className={`${styles.wide} ${styles.small}`}>{text.plansNote}</p>
      <label>
        {text.name}
        <input {...field('name')} maxLength={40} aria-invalid={!isNamed} />
      </label>
      <label>
        {text.from}
        <input type="date" {...field('from')} />
      </label>
      <label>
        {text.to}
        <input type="date" {...field('to')} min={fields.from} />
      </label>
      <label>
        {text.days}
        <input {...field('days')} inputMode="numeric" maxLength={2} aria-invalid={days === null} />
      </label>
      <label className={styles.wide}>
        {text.said}
        <input {...field('said')} maxLength={300} />
      </label>
      <ActionButton
        action="subscriptions.credit-outage"
        input={{
          name: fields.name,
          starts_on: fields.from,
          ends_on: fields.to,
          days: days ?? 0,
          said: fields.said.trim(),
        }}
        words={text.creditDays}
        disabled={!isWhole}
      />
    </div>
  );
}

/** Time for every film rental that ran during an outage. */
function FilmOutage() {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [startsAt, endsAt] = [secondsOfInput(from), secondsOfInput(to)];
  const isSpan = startsAt !== null && endsAt !== null && startsAt < endsAt;
  return (
    <div className={styles.panelForm}>
      <p className={`${styles.wide} ${styles.small}`}>{text.filmsNote}</p>
      <label>
        {text.fromTime}
        <input type="datetime-local" value={from} onChange={({ target }) => setFrom(target.value)} />
      </label>
      <label>
        {text.toTime}
        <input type="datetime-local" value={to} min={from} onChange={({ target }) => setTo(target.value)} />
      </label>
      <ActionButton
        action="rentals.credit-outage"
        input={{ starts_ts: startsAt ?? 0, ends_ts: endsAt ?? 0 }}
        words={text.creditTime}
        disabled={!isSpan}
      />
    </div>
  );
}

/** Compensation of all members who lost time by an outage. */
export function OutagesPanel() {
  return (
    <Panel title={text.title}>
      <PlanOutage />
      <FilmOutage />
    </Panel>
  );
}
