import { campaignText, type CampaignWords } from '#app/text/zh-hk/campaigns.ts';
import { CampaignStatus } from '#domain/campaigns/campaigns.rules.ts';
import type { StandingView } from './campaign.types.ts';
import styles from './campaign.module.css';

/** Which of the six states it is in, in the campaign's words, with its result and the relevant time. */
export function StatusStrip({ standing, words }: { standing: StandingView; words: CampaignWords['status'] }) {
  const { status, result, opensAtMs, closesAtMs } = standing;
  const said = words[status] ?? words[CampaignStatus.CAMPAIGN_START];
  const isWaiting = status === CampaignStatus.PROCESSING;
  return (
    <section className={styles.status} aria-label={campaignText.statusLabel} data-status={status}>
      <h2>
        {result === 'failed'
          ? campaignText.failed[standing.kind].title
          : result === 'succeeded' && standing.kind === 'pledge'
            ? campaignText.succeededTitle
            : said?.title}
      </h2>
      <p>{result === 'failed' ? campaignText.failed[standing.kind].words : said?.words}</p>
      {result === null && (
        <p className={styles.quiet}>
          {isWaiting ? campaignText.opens : campaignText.closes}{' '}
          <time dateTime={new Date(isWaiting ? opensAtMs : closesAtMs).toISOString()}>
            {campaignText.until(isWaiting ? opensAtMs : closesAtMs)}
          </time>
        </p>
      )}
    </section>
  );
}
