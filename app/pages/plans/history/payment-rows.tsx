import { moneyCalls, moneyPaths } from '#app/money-paths.ts';
import { momentWords } from '#app/text/zh-hk/moment.ts';
import { storyText } from '#app/text/zh-hk/payment-story.ts';
import { itemsOf, paymentsText } from '#app/text/zh-hk/payments.ts';
import { RefundNote } from '#app/components/plans/refund-note.tsx';
import { refundText } from '#app/text/zh-hk/refunds.ts';
import { useRefundPolling } from '#app/components/hooks/use-polling.ts';
import { EmptyState } from '#app/components/empty-state/empty-state.tsx';
import { StateTag } from '#app/pages/account/state-tag.tsx';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { moneyHk } from '#shared/money.ts';
import type { loader } from './history.server.ts';
import account from '#app/pages/account/account.module.css';
import styles from '#app/pages/plans/plans.module.css';

const { history: text, truths, buttons } = paymentsText;
type Row = Awaited<ReturnType<typeof loader>>['payments'][number];

function Payment({ row }: { row: Row }) {
  return (
    <>
      <div>
        <b>
          <a href={row.path} data-document>
            {itemsOf(row.lines)}
          </a>
        </b>
        <p className={account.meta}>
          <span>{moneyHk(row.totalCents)}</span>
          {row.refundedCents > 0 && <span>{text.refund(moneyHk(row.refundedCents))}</span>}
          {row.returningCents > 0 && <span>{text.returning(moneyHk(row.returningCents))}</span>}
          {row.withStaffCents > 0 && <span>{refundText.amount(moneyHk(row.withStaffCents))}</span>}
          <time dateTime={new Date(row.createdAtMs).toISOString()}>{momentWords(row.createdAtMs)}</time>
          {row.number && <span>{row.number}</span>}
        </p>
      </div>
      <StateTag isGood={row.truth === 'success'} words={[truths.success.title, truths[row.truth].title]} />
      {row.withStaffCents > 0 && (
        <div className={styles.wholeRow}>
          <RefundNote cents={row.withStaffCents} orderId={row.orderId} />
        </div>
      )}
      <p className={styles.papers}>
        {row.mayPay && (
          <ButtonLink size="small" tone="outline" href={moneyPaths.cancelPayment({ order: row.orderId })}>
            {text.openOrder}
          </ButtonLink>
        )}
        <a className={account.quiet} href={moneyPaths.paymentStory({ token: row.storyToken })} data-document>
          {storyText.link}
        </a>
        {row.receipts.map(({ id, number, kind }) => (
          <a key={id} className={account.quiet} href={moneyCalls.receipt(id)} download data-document>
            {buttons.receipt(number, kind)}
          </a>
        ))}
      </p>
    </>
  );
}

/** Payments, newest first, each with its receipts. */
export function PaymentRows({ payments, years }: { payments: readonly Row[]; years: readonly number[] }) {
  useRefundPolling(payments.some(({ returningCents, withStaffCents }) => returningCents + withStaffCents > 0));
  if (payments.length === 0) return <EmptyState heading="h3" title={text.none} />;
  return (
    <>
      <ul className={account.rows}>
        {payments.map((row) => (
          <li key={row.orderId} className={account.item}>
            <Payment row={row} />
          </li>
        ))}
      </ul>
      <p className={styles.actions}>
        {years.map((year) => (
          <a key={year} className={account.quiet} href={moneyCalls.receiptSummary(year)} download data-document>
            <Icon name="download" />
            {text.year(year)}
          </a>
        ))}
      </p>
    </>
  );
}
