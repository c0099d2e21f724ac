import { Link } from 'react-router';
import { moneyText } from '#app/text/zh-hk/desk-money.ts';
import { exactHk } from '#shared/money.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { deskPaths } from '../desk-paths.ts';
import { Panel } from '../frame/panel.tsx';
import styles from './money.module.css';

const text = moneyText.cancelledEvents;
const { gateways } = moneyText.ledger;

export interface CancelledEvent {
  event_id: number;
  title: string;
  orders: number;
  cents: number;
  providers: { gateway: string; orders: number; cents: number }[];
}

/** Cancelled events of which orders are left to refund. */
export function CancelledEvents({ items }: { items: readonly CancelledEvent[] }) {
  if (items.length === 0) return null;
  return (
    <Panel title={text.title} aside={<Link to={deskPaths.bulkJobs()}>{text.jobs}</Link>}>
      <ul className={styles.list}>
        {items.map(({ event_id: id, title, orders, cents, providers }) => (
          <li key={id}>
            <span>
              <b>{title}</b>　{text.left(orders, exactHk(cents))}
              <br />
              <span className={styles.small}>
                {providers
                  .map(({ gateway, ...of }) =>
                    text.provider(gateways[gateway] ?? gateway, of.orders, exactHk(of.cents)),
                  )
                  .join('；')}
              </span>
            </span>
            <ActionButton action="events.refund-orders" input={{ event_id: id }} words={text.refund} size="small" />
          </li>
        ))}
      </ul>
      <p className={`${styles.words} ${styles.small}`}>{text.note}</p>
    </Panel>
  );
}
