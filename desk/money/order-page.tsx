import { useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { accountText, methodText, moneyText, orderKindText, workKindText } from '#app/text/zh-hk/desk-money.ts';
import { actionText } from '#app/text/zh-hk/desk-names.ts';
import { dateTimeHk } from '#shared/hk-time.ts';
import { exactHk } from '#shared/money.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { call } from '../call.ts';
import { Panel } from '../frame/panel.tsx';
import { MoneyHead } from './money-tabs.tsx';
import { TONE_OF_STATE, type ShownOrder } from './order-types.ts';
import { Buyer } from './orders-page.tsx';
import { RefundBox, type RefundBoxProps } from './refund-box.tsx';
import { StepDetail } from './step-detail.tsx';
import styles from './money.module.css';

const text = moneyText.story;

interface Step {
  at_ts: number;
  what: string;
  detail: Record<string, unknown>;
}
interface Loaded extends Omit<RefundBoxProps, 'orderId'> {
  order: ShownOrder;
  lines: {
    line_no: number;
    kind: string;
    name: string;
    quantity: number;
    unit_cents: number;
    discount_cents: number;
  }[];
  steps: Step[];
  refunds: {
    number: string;
    cents: number;
    state: string;
    reason: string;
    asked_by: string;
    may_be_withdrawn: boolean;
  }[];
  receipts: { number: string | null; kind: string; cents: number; paid_ts: number }[];
  money: { account: string; cents: number }[];
  is_ending: boolean;
}

export const loadOrder = ({ params, request }: LoaderFunctionArgs): Promise<Loaded> =>
  call<Loaded>(`/api/staff/money/orders/${Number(params['id'])}`, undefined, request.signal);

/** Steps of the story are named by our own words in code. */
function stepText(what: string): string {
  const [kind = '', of] = what.split(': ');
  if (of === undefined) return text.steps[what] ?? what;
  return kind === 'by hand' ? text.byHand(actionText(of)) : text.waits(workKindText(of));
}

const GOOD = new Set(['paid', 'order paid', 'given']);
const BAD = new Set(['failed', 'chargeback']);
const toneOf = (what: string): string | undefined =>
  GOOD.has(what) ? 'good' : BAD.has(what) || what.startsWith('waits') ? 'bad' : undefined;

function Timeline({ steps }: { steps: Step[] }) {
  return (
    <ol className={styles.timeline}>
      {steps.map(({ at_ts: at, what, detail }, i) => (
        <li key={i} data-tone={toneOf(what)}>
          <time className={styles.small} dateTime={new Date(at * 1000).toISOString()}>
            {dateTimeHk(new Date(at * 1000))}
          </time>
          <p>
            <b>{stepText(what)}</b>
            {typeof detail['cents'] === 'number' && `　${exactHk(detail['cents'])}`}
            {what === 'booked' &&
              `　${accountText(String(detail['debit']))} → ${accountText(String(detail['credit']))}`}
          </p>
          {Object.keys(detail).length > 0 && (
            <details>
              <summary>{text.details}</summary>
              <StepDetail detail={detail} />
            </details>
          )}
        </li>
      ))}
    </ol>
  );
}

function Summary({ order }: { order: ShownOrder }) {
  return (
    <dl className={styles.facts}>
      <dt>{moneyText.orders.state}</dt>
      <dd>
        <span className={styles.state} data-tone={TONE_OF_STATE[order.state]}>
          {moneyText.orders.states[order.state]}
        </span>
      </dd>
      <dt>{moneyText.orders.kind}</dt>
      <dd>{orderKindText(order.kind)}</dd>
      <dt>{text.buyer}</dt>
      <dd>
        <Buyer order={order} />
      </dd>
      <dt>{moneyText.orders.method}</dt>
      <dd>{methodText(order.method)}</dd>
      <dt>{text.total}</dt>
      <dd>{exactHk(order.total_cents)}</dd>
      <dt>{text.captured}</dt>
      <dd>{exactHk(order.captured_cents)}</dd>
      <dt>{text.refunded}</dt>
      <dd>{exactHk(order.refunded_cents)}</dd>
    </dl>
  );
}

/** One order: what was bought, where its money is, what can be refunded, and its history. */
export function OrderPage() {
  const { order, lines, steps, refunds, receipts, money, is_ending: isEnding, ...ofRefunds } = useLoaderData<Loaded>();
  return (
    <>
      <MoneyHead page={moneyText.order(order.order_id)} />
      <div className={styles.columns}>
        <div>
          <Panel title={text.summary}>
            <Summary order={order} />
            {isEnding && (
              <p role="status" className={styles.words}>
                {text.ending}
              </p>
            )}
            {order.state === 'open' && (
              <div className={styles.panelForm}>
                <ActionButton
                  action="orders.cancel"
                  input={{ order_id: order.order_id }}
                  words={text.cancel}
                  tone="outline"
                />
              </div>
            )}
          </Panel>
          <Panel title={text.lines}>
            <ul className={styles.list}>
              {lines.map((line) => (
                <li key={line.line_no}>
                  <span>
                    {line.name} × {line.quantity}
                  </span>
                  <span>{exactHk(line.unit_cents * line.quantity - line.discount_cents)}</span>
                </li>
              ))}
            </ul>
          </Panel>
          <RefundBox key={order.order_id} orderId={order.order_id} {...ofRefunds} />
          {refunds.length > 0 && (
            <Panel title={text.refunds}>
              <ul className={styles.list}>
                {refunds.map(({ number, cents, state, reason, asked_by: who, may_be_withdrawn: mayBeWithdrawn }) => (
                  <li key={number}>
                    <span>
                      <b>{exactHk(cents)}</b>　{text.refundStates[state] ?? state}
                      <br />
                      <span className={styles.small}>{`${number}，${who}：${reason}`}</span>
                    </span>
                    {(state === 'failed' || state === 'by_hand') && (
                      <ActionButton
                        action="refunds.confirm"
                        input={{ refund: number }}
                        words={text.confirm}
                        size="small"
                        tone="outline"
                      />
                    )}
                    {mayBeWithdrawn && (
                      <ActionButton
                        action="refunds.withdraw"
                        input={{ refund: number }}
                        words={text.withdraw}
                        size="small"
                        tone="outline"
                      />
                    )}
                  </li>
                ))}
              </ul>
            </Panel>
          )}
          <Panel title={text.money}>
            {money.length === 0 && <p className={styles.words}>{text.noMoney}</p>}
            <ul className={styles.list}>
              {money.map(({ account, cents }) => (
                <li key={account}>
                  <span>{accountText(account)}</span>
                  <span>{exactHk(cents)}</span>
                </li>
              ))}
            </ul>
          </Panel>
          <Panel title={text.receipts}>
            {receipts.length === 0 && <p className={styles.words}>{text.noReceipts}</p>}
            <ul className={styles.list}>
              {receipts.map(({ number, cents }, i) => (
                <li key={i}>
                  <span>
                    {number ?? text.waitingNumber}　{exactHk(cents)}
                  </span>
                  {number !== null && (
                    <ActionButton
                      action="receipts.resend"
                      input={{ number }}
                      words={text.resend}
                      size="small"
                      tone="outline"
                    />
                  )}
                </li>
              ))}
            </ul>
          </Panel>
        </div>
        <Panel title={text.timeline}>
          <Timeline steps={steps} />
        </Panel>
      </div>
    </>
  );
}
