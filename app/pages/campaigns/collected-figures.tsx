import { campaignText as text } from '#app/text/zh-hk/campaigns.ts';
import { perMilleOf } from '#domain/campaigns/campaigns.rules.ts';
import { moneyHk } from '#shared/money.ts';
import type { ProgressView } from './campaign.types.ts';
import styles from './campaign.module.css';

/** How much was collected, of what target, from how many supporters, and how many days they chose. */
export function CollectedFigures({
  progress: { collectedCents, targetCents, supporters, days },
}: {
  progress: ProgressView;
}) {
  return (
    <div className={styles.figures}>
      <p className={styles.sum}>{moneyHk(collectedCents)}</p>
      <dl>
        {targetCents !== null && (
          <div>
            <dt>{text.target(moneyHk(targetCents))}</dt>
            <dd>{text.percent(perMilleOf(collectedCents, targetCents))}</dd>
          </div>
        )}
        <div>
          <dt>{text.supporters}</dt>
          <dd>{supporters.toLocaleString('en')}</dd>
        </div>
        {days && (
          <div>
            <dt>{text.chosenDays}</dt>
            <dd>
              {days.taken.length} / {days.count}
            </dd>
          </div>
        )}
      </dl>
    </div>
  );
}
