import { moneyCalls } from '#app/money-paths.ts';
import { RefundNote } from '#app/components/plans/refund-note.tsx';
import { useRefundPolling } from '#app/components/hooks/use-polling.ts';
import { dayWords, lastDayWords } from '#app/text/zh-hk/account.ts';
import { momentWords } from '#app/text/zh-hk/moment.ts';
import { itemsOf, paymentsText } from '#app/text/zh-hk/payments.ts';
import { refundText } from '#app/text/zh-hk/refunds.ts';
import { fullDay } from '#app/text/zh-hk/plans.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { moneyHk } from '#shared/money.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import type { PaymentView } from '#app/pages/plans/money-page.server.ts';
import account from '#app/pages/account/account.module.css';
import styles from '#app/pages/plans/plans.module.css';

const text = paymentsText.details;

/** What was bought, the amount, the period, and what follows. */
export function PaymentDetails({ payment }: { payment: PaymentView }) {
  const { lines, totalCents, time, paidAtMs, number, giftCode, receipts, renewsOn, renewsCents } = payment;
  const { refundedCents, returningCents, withStaffCents, orderId } = payment;
  useRefundPolling(returningCents + withStaffCents > 0);
  const facts: [term: string, words: string][] = [
    [text.item, itemsOf(lines)],
    [text.amount, moneyHk(totalCents)],
    ...(refundedCents > 0 ? [[paymentsText.truths.refunded.title, moneyHk(-refundedCents)] as [string, string]] : []),
    ...(returningCents > 0 ? [[text.returning, moneyHk(-returningCents)] as [string, string]] : []),
    ...(withStaffCents > 0 ? [[refundText.title, moneyHk(-withStaffCents)] as [string, string]] : []),
    ...(time
      ? [[text.span, timeText.range(dayWords(time.startsAtMs), lastDayWords(time.endsAtMs))] as [string, string]]
      : []),
    ...(paidAtMs === null ? [] : [[text.paidAt, momentWords(paidAtMs)] as [string, string]]),
    ...(paidAtMs === null
      ? []
      : [
          [text.next, renewsOn ? text.nextWords(fullDay(renewsOn), moneyHk(renewsCents)) : text.noNext] as [
            string,
            string,
          ],
        ]),
    ...(number === null ? [] : [[text.number, number] as [string, string]]),
  ];
  return (
    <section className={account.section}>
      <RefundNote cents={withStaffCents} orderId={orderId} />
      <dl className={styles.facts}>
        {facts.map(([term, words]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      {giftCode !== null && (
        <div className={account.boxed}>
          <h2>{text.gift}</h2>
          <p className={styles.codeShown}>{giftCode}</p>
          <p>{text.giftWords}</p>
        </div>
      )}
      {receipts.length === 0 && paidAtMs !== null && totalCents > 0 && payment.kind !== 'card_check' && (
        <p className={account.lead}>{text.receiptLater}</p>
      )}
      {receipts.length > 0 && (
        <>
          <p className={account.lead}>{text.receiptNote}</p>
          <p className={styles.actions}>
            {receipts.map((receipt) => (
              <ButtonLink key={receipt.id} tone="outline" href={moneyCalls.receipt(receipt.id)} download data-document>
                <Icon name="download" />
                {paymentsText.buttons.receipt(receipt.number, receipt.kind)}
              </ButtonLink>
            ))}
          </p>
        </>
      )}
    </section>
  );
}
