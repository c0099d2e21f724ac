import { paths } from '#app/paths.ts';
import { refundText as text } from '#app/text/zh-hk/refunds.ts';
import { moneyHk } from '#shared/money.ts';
import page from '#app/styles/page.module.css';

/** Tells the buyer that staff handle a refund of this amount, and how to reach them. Renders nothing for zero. */
export function RefundNote({ cents, orderId }: { cents: number; orderId: number }) {
  if (cents === 0) return null;
  return (
    <p className={page.intro}>
      {text.words(moneyHk(cents))}
      {text.write(orderId)}{' '}
      <a className={page.link} href={paths.contactUs()} data-document>
        {text.toWrite}
      </a>
    </p>
  );
}
