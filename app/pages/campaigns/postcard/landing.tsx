import { useLoaderData } from 'react-router';
import { campaignPaths } from '#app/campaign-paths.ts';
import { postcardText as text } from '#app/text/zh-hk/campaigns-postcard.ts';
import { campaignText } from '#app/text/zh-hk/campaigns.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { CampaignStatus } from '#domain/campaigns/campaigns.rules.ts';
import { moneyHk } from '#shared/money.ts';
import type { landing } from '../matched-campaign.server.ts';
import { Posts } from '../posts.tsx';
import { StatusStrip } from '../status-strip.tsx';
import { useCampaignProgress } from '../use-campaign-progress.ts';
import engine from '../campaign.module.css';
import { FLOOR_COUNT, Floors, FloorStrip, House } from './postcard-art.tsx';
import styles from './postcard.module.css';

export { landing as loader, publicHeaders as headers } from '../matched-campaign.server.ts';
export { landingMeta as meta } from '../landing-meta.ts';

/** The lift descends a floor for each eighteenth sold; its lamps are one picture with the count. */
function Lamps({ left, total }: { left: number; total: number }) {
  const floor = Math.ceil((left / total) * FLOOR_COUNT);
  const floors = Array.from({ length: FLOOR_COUNT }, (_, i) => FLOOR_COUNT - i);
  return (
    <div className={styles.lamps} role="img" aria-label={text.lampsWords(floor, left)}>
      <ol aria-hidden="true">
        {floors.map((one) => (
          <li key={one} data-lamp={one === floor ? 'here' : one < floor ? 'on' : undefined}>
            {one}
          </li>
        ))}
      </ol>
      <p aria-hidden="true">
        {text.lamps}
        <b>{text.left(left)}</b>
      </p>
    </div>
  );
}

/** A set of cards that form a building: remaining stock, price and delivery; chosen by a plain form. */
export default function PostcardLanding() {
  const { progress: loaded, updates, questions } = useLoaderData<typeof landing>();
  const progress = useCampaignProgress(loaded);
  const { name, items, maxPerBuyer, status } = progress;
  const goods = items.find(({ kind }) => kind === 'goods');
  const left = goods?.left ?? 0;
  const isOpen = status === CampaignStatus.CAMPAIGN_START && left > 0;
  return (
    <>
      <Floors />
      <div className={styles.hero}>
        <div className={`wrap ${styles.two}`}>
          <House />
          <div>
            <p className={engine.quiet}>{text.shop}</p>
            <h1 className={styles.title}>
              {text.heading.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </h1>
            <p>{text.lead}</p>
            {goods && (
              <p className={styles.price}>
                <b>{moneyHk(goods.cents)}</b>
                <span>
                  {text.set.map((line) => (
                    <span key={line}>{line}</span>
                  ))}
                </span>
              </p>
            )}
            {goods?.total != null && <Lamps left={left} total={goods.total} />}
            <div className={engine.card}>
              <StatusStrip progress={progress} words={text.status} />
              <ul className={styles.ways}>
                {items
                  .filter(({ kind }) => kind === 'delivery')
                  .map(({ id, name: called, lead, cents }) => (
                    <li key={id}>
                      <span>
                        <b>{called}</b>
                        <small>{lead}</small>
                      </span>
                      <span className={engine.number}>{cents === 0 ? campaignText.noCharge : moneyHk(cents)}</span>
                    </li>
                  ))}
              </ul>
              {maxPerBuyer !== null && <p className={engine.quiet}>{text.perBuyer(maxPerBuyer)}</p>}
              <p className={engine.near}>
                {isOpen && (
                  <ButtonLink tone="cta" size="large" href={campaignPaths.payment(name)}>
                    {text.buy}
                  </ButtonLink>
                )}
                <ButtonLink tone="outline" href={campaignPaths.terms(name)}>
                  {campaignText.toTerms}
                </ButtonLink>
              </p>
            </div>
          </div>
        </div>
      </div>
      <section className="wrap">
        <SectionHeading>{text.floorsTitle}</SectionHeading>
        <ul className={styles.cards}>
          {text.floors.map(([room, story], at) => (
            <li key={room}>
              <FloorStrip at={at} />
              <p>
                <b>{FLOOR_COUNT - at}/F</b> {room}
                <span>{story}</span>
              </p>
            </li>
          ))}
        </ul>
      </section>
      <Posts updates={updates} questions={questions} />
    </>
  );
}
