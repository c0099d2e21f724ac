import { campaignText, type CampaignWords } from '#app/text/zh-hk/campaigns.ts';
import { CampaignStatus } from '#domain/campaigns/campaigns.rules.ts';
import type { ProgressView } from './campaign.types.ts';
import styles from './campaign.module.css';

/** Which of the six states it is in, in the campaign's words, with its result and the relevant time. */
export function StatusStrip({ progress, words }: { progress: ProgressView; words: CampaignWords['status'] }) {
  const { status, result, opensAtMs, closesAtMs } = progress;
  const said = words[status] ?? words[CampaignStatus.CAMPAIGN_START];
  const isWaiting = status === CampaignStatus.PROCESSING;
  return (
    <section className={styles.status} aria-label={campaignText.statusLabel} data-status={status}>
      <h2>
        {result === 'failed'
          ? campaignText.failed[progress.kind].title
          : result === 'succeeded' && progress.kind === 'pledge'
            ? campaignText.succeededTitle
            : said?.title}
      </h2>
      <p>{result === 'failed' ? campaignText.failed[progress.kind].words : said?.words}</p>
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
