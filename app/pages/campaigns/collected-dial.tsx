import { campaignText } from '#app/text/zh-hk/campaigns.ts';
import { perMilleOf } from '#domain/campaigns/campaigns.rules.ts';
import { moneyHk } from '#shared/money.ts';
import styles from './campaign.module.css';

/** The collected amount on the site's ruler: a needle, and milestones. The design provides the picture. */
export function CollectedDial({
  collectedCents,
  targetCents,
  milestones = [],
}: {
  collectedCents: number;
  targetCents: number;
  /** Amounts in cents at which something more is produced. */
  milestones?: readonly number[];
}) {
  const perMille = perMilleOf(collectedCents, targetCents);
  const at = Math.min(perMille, 1000) / 10;
  return (
    <div
      className={styles.dial}
      role="progressbar"
      aria-label={campaignText.collected}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(at)}
      aria-valuetext={campaignText.progress(
        moneyHk(collectedCents),
        moneyHk(targetCents),
        campaignText.percent(perMille),
      )}
    >
      <span
        className={styles.flag}
        style={{ insetInlineStart: `clamp(0px, ${at}%, 100%)` }}
        data-end={at > 50 || undefined}
      >
        {moneyHk(collectedCents)}
      </span>
      <span className={styles.ruler} aria-hidden="true">
        <i style={{ inlineSize: `${at}%` }} />
        {milestones.map((cents) => (
          <b
            key={cents}
            data-reached={collectedCents >= cents || undefined}
            style={{ insetInlineStart: `${Math.min(100, (cents / targetCents) * 100)}%` }}
          />
        ))}
      </span>
      <span className={styles.scale} aria-hidden="true">
        {[0, targetCents / 2, targetCents].map((cents) => (
          <span key={cents}>{moneyHk(cents)}</span>
        ))}
      </span>
    </div>
  );
}
