import { plansText } from '#app/text/zh-hk/plans.ts';
import { moneyHk } from '#shared/money.ts';

/**
 * What is charged to the new card besides, null: nothing. An earlier version of the server, beside the present one, tells of
 * none.
 */
export const DueCharge = ({ cents }: { cents: number | null }) =>
  typeof cents === 'number' && <p>{plansText.card.due(moneyHk(cents))}</p>;
