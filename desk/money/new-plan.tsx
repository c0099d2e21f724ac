import { useState } from 'react';
import { moneyText } from '#app/text/zh-hk/desk-money.ts';
import { MAX_DAYS_GIVEN } from '#domain/buying/by-hand.rules.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { Panel } from '../frame/panel.tsx';
import { centsOf } from './cents-of.ts';
import { wholeOf } from './whole-of.ts';
import styles from './money.module.css';

const text = moneyText.plans;
const KINDS = Object.keys(text.kinds);

/** A new plan, which is not on sale yet. */
export function NewPlan() {
  const [fields, setFields] = useState({ name: '', kind: 'once', price: '', days: '', description: '' });
  const field = (name: keyof typeof fields) => ({
    value: fields[name],
    onChange: (event: { target: { value: string } }) => setFields({ ...fields, [name]: event.target.value }),
  });
  const [isFamily, setFamily] = useState(false);
  const cents = centsOf(fields.price);
  const days = wholeOf(fields.days, MAX_DAYS_GIVEN);
  const isWhole = fields.name.trim() !== '' && cents !== null && days !== null;
  return (
    <Panel title={text.newPlan}>
      <div className={styles.panelForm}>
        <label>
          {text.name}
          <input {...field('name')} maxLength={60} />
        </label>
        <label>
          {text.kind}
          <select {...field('kind')}>
            {KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {text.kinds[kind]}
              </option>
            ))}
          </select>
        </label>
        <label>
          {text.firstPrice}
          <input {...field('price')} inputMode="decimal" />
        </label>
        <label>
          {text.daysOf}
          <input {...field('days')} inputMode="numeric" maxLength={4} />
        </label>
        <label className={styles.wide}>
          {text.description}
          <input {...field('description')} maxLength={500} />
        </label>
        <label className={styles.wide}>
          <input type="checkbox" checked={isFamily} onChange={({ target }) => setFamily(target.checked)} />{' '}
          {text.family}
        </label>
        <ActionButton
          action="plans.create"
          input={{
            kind: fields.kind,
            name: fields.name.trim(),
            price_cents: cents ?? 0,
            days: days ?? 0,
            description: fields.description.trim(),
            family: isFamily,
          }}
          words={text.create}
          disabled={!isWhole}
        />
        <p className={`${styles.wide} ${styles.small}`}>{text.createNote}</p>
      </div>
    </Panel>
  );
}
