import type { Ref } from 'react';
import { codesText } from '#app/text/zh-hk/desk-codes.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { Panel } from '../frame/panel.tsx';
import type { BatchFields } from './batch-fields.ts';
import { centsOf } from './cents-of.ts';
import styles from './money.module.css';

const text = codesText;

const WHOLE = /^[1-9]\d{0,5}$/;

const parseCount = (typed: string): number | null => (WHOLE.test(typed.trim()) ? Number(typed) : null);

/** The worth of a code as the action takes it; null if it is not valid. */
function worthOf(worth: BatchFields['worth'], typed: string): object | null {
  const value = worth === 'cents' ? centsOf(typed) : parseCount(typed);
  if (value === null || value === 0 || (worth === 'percent' && value > 100)) return null;
  return { [worth]: value };
}

/** A new batch of codes. The preview says what it is worth before it is made. */
export function NewBatch({
  plans,
  fields,
  onChange,
  onMade,
  nameField,
}: {
  plans: readonly { plan_id: number; name: string }[];
  fields: BatchFields;
  onChange: (fields: BatchFields) => void;
  onMade: () => void;
  nameField: Ref<HTMLInputElement>;
}) {
  const field = (name: keyof BatchFields) => ({
    value: fields[name],
    onChange: (event: { target: { value: string } }) => onChange({ ...fields, [name]: event.target.value }),
  });
  const worth = worthOf(fields.worth, fields.value);
  const plan = parseCount(fields.plan);
  const [count, uses] = [parseCount(fields.count), parseCount(fields.uses)];
  const hasDates = fields.from !== '' && fields.to !== '';
  const isSpan = !hasDates || fields.from <= fields.to;
  const isPlanRight = fields.plan.trim() === '' ? fields.worth !== 'days' : plan !== null;
  const isWhole =
    fields.name.trim() !== '' && worth !== null && count !== null && uses !== null && isPlanRight && hasDates && isSpan;
  const isWrong = {
    value: fields.value.trim() !== '' && worth === null,
    count: fields.count.trim() !== '' && count === null,
    uses: fields.uses.trim() !== '' && uses === null,
  };
  const wrong = isSpan ? text.wrongNumbers[isWrong.value ? fields.worth : 'count'] : text.wrongSpan;
  const isAnyWrong = !isSpan || Object.values(isWrong).some(Boolean);
  const number = (name: keyof typeof isWrong) => ({
    ...field(name),
    'aria-invalid': isWrong[name],
    'aria-describedby': 'batch-state',
  });
  return (
    <Panel title={text.create}>
      <div className={`${styles.panelForm} ${styles.batch}`}>
        <label className={styles.wide}>
          {text.name}
          <input ref={nameField} {...field('name')} maxLength={60} />
        </label>
        <label>
          {text.worth}
          <select {...field('worth')}>
            {Object.entries(text.worths).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <label>
          {text.value[fields.worth]}
          <input {...number('value')} inputMode="decimal" />
        </label>
        <label>
          {text.plan}
          <select {...field('plan')}>
            <option value="">{fields.worth === 'days' ? text.choosePlan : text.allPlans}</option>
            {plans.map(({ plan_id: id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          {text.eligible}
          <select {...field('eligible')}>
            {Object.entries(text.eligibles).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <label>
          {text.count}
          <input {...number('count')} inputMode="numeric" />
        </label>
        <label>
          {text.uses}
          <input {...number('uses')} inputMode="numeric" />
        </label>
        <label>
          {text.from}
          <input {...field('from')} type="date" />
        </label>
        <label>
          {text.to}
          <input {...field('to')} type="date" aria-invalid={!isSpan} aria-describedby="batch-state" />
        </label>
        <ActionButton
          action="codes.create"
          input={{
            kind: fields.worth === 'days' ? 'redeem' : 'discount',
            name: fields.name,
            worth: worth ?? {},
            plan_ids: plan === null ? [] : [plan],
            starts_on: fields.from,
            ends_on: fields.to,
            codes: count ?? 0,
            max_uses: uses ?? 0,
            eligible: fields.eligible,
          }}
          words={text.make}
          disabled={!isWhole}
          onDone={onMade}
        />
        <p id="batch-state" className={`${styles.wide} ${styles.small}`}>
          {isAnyWrong ? wrong : isWhole ? text.checked : text.wrong}
        </p>
      </div>
    </Panel>
  );
}
