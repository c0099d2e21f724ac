import { plansText } from '#app/text/zh-hk/plans.ts';
import type { OnlineMethod } from '#shared/payment-enums.ts';
import styles from './plans.module.css';

const text = plansText.subscription;

/** Available payment methods. Which of them renew automatically is shown in the total beside them (`data-renews`). */
export function PayMethods({
  methods,
  chosen,
}: {
  methods: readonly { method: OnlineMethod; renews: boolean; off: { message: string } | null }[];
  chosen: OnlineMethod | null;
}) {
  return (
    <fieldset className={styles.methods}>
      <legend>{text.method}</legend>
      {methods.map(({ method, renews, off }) => (
        <label key={method}>
          <input
            type="radio"
            name="method"
            value={method}
            required
            disabled={off !== null}
            defaultChecked={method === chosen}
            data-renews={renews || undefined}
          />
          <b>{text.methods[method]}</b>
          <small>{off?.message ?? text.hints[method]}</small>
        </label>
      ))}
    </fieldset>
  );
}
