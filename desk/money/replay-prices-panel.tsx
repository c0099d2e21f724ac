import { useState } from 'react';
import { moneyText } from '#app/text/zh-hk/desk-money.ts';
import { REPLAY_CENTS } from '#domain/replay-sales/replay-sales.rules.ts';
import { exactHk } from '#shared/money.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { Panel } from '../frame/panel.tsx';
import { centsOf } from './cents-of.ts';
import styles from './money.module.css';

const text = moneyText.replayPrices;

export interface ReplayPrice {
  program_id: number;
  title: string;
  /** Null: its replays are not sold individually. */
  price_cents: number | null;
}

function ChangePrice({ prices }: { prices: readonly ReplayPrice[] }) {
  const [chosen, setChosen] = useState('');
  const [given, setGiven] = useState('');
  const program = prices.find(({ program_id: id }) => String(id) === chosen);
  const cents = centsOf(given);
  const isPrice = cents !== null && cents >= REPLAY_CENTS.min && cents <= REPLAY_CENTS.max;
  const input = { program_id: program?.program_id ?? 0 };
  return (
    <div className={styles.panelForm}>
      <label>
        {text.program}
        <select value={chosen} onChange={({ target }) => setChosen(target.value)}>
          <option value="">{text.choose}</option>
          {prices.map(({ program_id: id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <label>
        {text.newPrice}
        <input inputMode="decimal" value={given} onChange={({ target }) => setGiven(target.value)} />
      </label>
      <ActionButton
        action="replays.price"
        input={{ ...input, price_cents: cents ?? 0 }}
        words={text.change}
        disabled={!program || !isPrice || cents === program.price_cents}
      />
      <ActionButton
        action="replays.price"
        input={{ ...input, price_cents: null }}
        words={text.stop}
        tone="outline"
        disabled={!program || program.price_cents === null}
      />
    </div>
  );
}

/** Prices of single replays, by programme. */
export function ReplayPricesPanel({ prices, mayChange }: { prices: readonly ReplayPrice[]; mayChange: boolean }) {
  const sold = prices.filter(({ price_cents: cents }) => cents !== null);
  return (
    <Panel title={text.title}>
      <p className={styles.small}>{text.note}</p>
      {sold.length === 0 ? (
        <p className={styles.small}>{text.none}</p>
      ) : (
        <dl className={styles.facts}>
          {sold.map(({ program_id: id, title, price_cents: cents }) => [
            <dt key={`name ${id}`}>{title}</dt>,
            <dd key={`price ${id}`}>{exactHk(cents ?? 0)}</dd>,
          ])}
        </dl>
      )}
      {mayChange && <ChangePrice prices={prices} />}
    </Panel>
  );
}
