import { dayWords } from '#app/text/zh-hk/account.ts';
import { plansText } from '#app/text/zh-hk/plans.ts';
import type { ProductKind } from '#shared/payment-enums.ts';
import account from '#app/pages/account/account.module.css';

/** A member's redeemed codes, with dates. */
export function RedemptionRows({
  rows,
}: {
  rows: readonly {
    id: number;
    name: string;
    days: number | null;
    productKind: ProductKind | null;
    usedAtMs: number;
  }[];
}) {
  return (
    <ul className={account.rows}>
      {rows.map((one) => (
        <li key={one.id} className={account.item}>
          <div>
            <b>{plansText.redeem.row(one.name, one.days, one.productKind)}</b>
            <p className={account.meta}>
              <time dateTime={new Date(one.usedAtMs).toISOString()}>{dayWords(one.usedAtMs)}</time>
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
