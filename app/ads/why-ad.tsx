import { useEffect, useId, useState } from 'react';
import { paths } from '#app/paths.ts';
import { whyAdText } from '#app/text/zh-hk/why-ad.ts';
import { reportAd } from '#app/tracking/report-ad.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { AdEvent } from '#shared/tracking.ts';
import styles from './why-ad.module.css';
import { AdvertReason, readWhyAsked, WHY_ANSWERED, type WhyAsked } from './why-asked.ts';

const groupOf = (slot: string): string => slot.split('-')[0] ?? '';

/** Description of the page type. */
function pageOf(slot: string): string {
  const { groups } = whyAdText;
  const group = groupOf(slot);
  if (group === 'home' || group === 'live') return groups[group];
  if (/news/i.test(group)) return groups.news;
  return /article|highlight|column/i.test(group) ? groups.article : groups.other;
}

const sellerOf = ({ why, bidder }: WhyAsked): string =>
  why === 'search' ? bidder : why === 'direct' || bidder === '' ? whyAdText.direct : whyAdText.auction(bidder);

/** The footer's button for consent settings. */
const settings = () => document.querySelector<HTMLElement>('[data-cookie-settings]');

/** Advertiser of an ad, why it is shown, how to opt out, and a way to report it. */
export function WhyAd({ asked, onClose }: { asked: unknown; onClose: () => void }) {
  const about = readWhyAsked(asked);
  useEffect(() => () => void dispatchEvent(new Event(WHY_ANSWERED)), []);
  return (
    <Dialog title={whyAdText.title} onClose={onClose} closeLabel={whyAdText.close}>
      <dl className={styles.facts}>
        <dt>{whyAdText.payer}</dt>
        <dd>{about.advertiser || whyAdText.unknownPayer}</dd>
        <dt>{whyAdText.seller}</dt>
        <dd>{sellerOf(about)}</dd>
        <dt>{whyAdText.whyHere}</dt>
        <dd>{about.why === 'search' ? whyAdText.searched : `${pageOf(about.slot)}${whyAdText.soldByPage}`}</dd>
      </dl>
      <p>{whyAdText.consent}</p>
      <section className={styles.part} aria-label={whyAdText.off}>
        <h3>{whyAdText.off}</h3>
        <p>{whyAdText.settingsWords}</p>
        <p>{whyAdText.plansWords}</p>
        <div className={styles.ways}>
          <Button
            tone="outline"
            onClick={() => {
              const way = settings();
              onClose();
              way?.click();
            }}
          >
            {whyAdText.settings}
          </Button>
          <a className={styles.link} href={paths.pricing()}>
            {whyAdText.plans}
          </a>
        </div>
      </section>
      <ReportForm about={about} />
    </Dialog>
  );
}

function ReportForm({ about }: { about: WhyAsked }) {
  const [reason, setReason] = useState<AdvertReason | null>(null);
  const [isSent, setSent] = useState(false);
  const name = useId();
  if (isSent)
    return (
      <p role="status" className={styles.part}>
        {whyAdText.sent}
      </p>
    );
  const send = () => {
    if (reason === null) return;
    const { slot, advertiser, creative, bidder } = about;
    const of = { slot, page_group: groupOf(slot), advertiser, creative, bidder };
    reportAd({ ...of, event: AdEvent.REPORTED, reason });
    setSent(true);
  };
  return (
    <section className={styles.part} aria-label={whyAdText.report}>
      <h3>{whyAdText.report}</h3>
      <fieldset className={styles.reasons}>
        <legend>{whyAdText.which}</legend>
        {Object.values(AdvertReason).map((one) => (
          <label key={one}>
            <input type="radio" name={name} checked={reason === one} onChange={() => setReason(one)} />
            {whyAdText.reasons[one]}
          </label>
        ))}
      </fieldset>
      <Button tone="outline" disabled={reason === null} onClick={send}>
        {whyAdText.send}
      </Button>
    </section>
  );
}
