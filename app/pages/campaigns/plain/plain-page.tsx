import { campaignPaths } from '#app/campaign-paths.ts';
import { plainText as text } from '#app/text/zh-hk/campaigns-plain.ts';
import { campaignText } from '#app/text/zh-hk/campaigns.ts';
import { Button } from '#app/ui/button.tsx';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { CampaignStatus } from '#domain/campaigns/campaigns.rules.ts';
import { moneyHk } from '#shared/money.ts';
import { Aired, type AiredView } from '../aired.tsx';
import { CollectedDial } from '../collected-dial.tsx';
import { CollectedFigures } from '../collected-figures.tsx';
import { Posts } from '../posts.tsx';
import type { ItemView, PageView, PostView, ProgressView } from '../campaign.types.ts';
import { StatusStrip } from '../status-strip.tsx';
import { useCampaignProgress } from '../use-campaign-progress.ts';
import { YearPicture } from '../year-picture.tsx';
import engine from '../campaign.module.css';
import styles from './plain.module.css';

const isBuyable = ({ status }: ProgressView): boolean =>
  status === CampaignStatus.CAMPAIGN_START ||
  status === CampaignStatus.TARGET_REACH ||
  status === CampaignStatus.QUOTA_REACH;

function leftText({ total, left }: ItemView): string {
  if (total === null || left === null) return campaignText.noLimit;
  return left === 0 ? campaignText.full : campaignText.left(left, total);
}

/** A tier or goods, with a link to its payment page. */
function Offer({ item, progress, mayBuy }: { item: ItemView; progress: ProgressView; mayBuy: boolean }) {
  const isGone = item.left === 0;
  const gone = item.kind === 'goods' ? campaignText.soldOut : campaignText.full;
  const support = item.choosesDay ? campaignText.chooseDay : campaignText.support;
  return (
    <article className={styles.offer} data-gone={isGone || undefined}>
      {item.picture !== '' && (
        <Picture name={item.picture} alt={item.pictureAlt} sizes="(min-width: 600px) 360px, 100vw" />
      )}
      <h3>{item.name}</h3>
      <p className={styles.price}>{moneyHk(item.cents)}</p>
      {item.lead !== null && <p>{item.lead}</p>}
      <p className={engine.quiet}>{leftText(item)}</p>
      {mayBuy && !isGone ? (
        <ButtonLink
          href={campaignPaths.payment(progress.name, { item: item.id })}
          aria-label={`${item.kind === 'goods' ? text.order : support} ${item.name}`}
        >
          {item.kind === 'goods' ? text.order : support}
        </ButtonLink>
      ) : (
        <Button disabled>{isGone ? gone : (text.status[progress.kind][progress.status]?.title ?? support)}</Button>
      )}
    </article>
  );
}

function Progress({ progress }: { progress: ProgressView }) {
  const { kind, collectedCents, targetCents } = progress;
  return (
    <section className={`wrap ${styles.progress}`}>
      {kind === 'pledge' && targetCents !== null && (
        <>
          <CollectedFigures progress={progress} />
          <CollectedDial collectedCents={collectedCents} targetCents={targetCents} milestones={[targetCents]} />
        </>
      )}
      <StatusStrip progress={progress} words={text.status[kind]} />
    </section>
  );
}

function Offers({ progress, mayBuy }: { progress: ProgressView; mayBuy: boolean }) {
  const { items, maxPerBuyer } = progress;
  const offers = items.filter(({ kind }) => kind === 'tier' || kind === 'goods');
  const ways = items.filter(({ kind }) => kind === 'delivery');
  return (
    <section className="wrap" id="offers">
      <SectionHeading>{progress.kind === 'sale' ? text.goods : text.tiers}</SectionHeading>
      <div className={styles.offers}>
        {offers.map((item) => (
          <Offer key={item.id} item={item} progress={progress} mayBuy={mayBuy} />
        ))}
      </div>
      {maxPerBuyer !== null && <p className={engine.quiet}>{text.perBuyer(maxPerBuyer)}</p>}
      {ways.length > 0 && (
        <>
          <h3 className={styles.waysTitle}>{text.deliveries}</h3>
          <ul className={styles.ways}>
            {ways.map(({ id, name, lead, cents }) => (
              <li key={id}>
                <span>
                  <b>{name}</b> {lead}
                </span>
                <span className={engine.number}>{cents === 0 ? campaignText.noCharge : moneyHk(cents)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

interface Props extends AiredView {
  page: PageView;
  title: string;
  progress: ProgressView;
  updates: readonly PostView[];
  questions: readonly PostView[];
  /** Nothing can be bought on it. */
  isPreview?: boolean;
}

/** A campaign that was made at the desk: its words and pictures, its progress, and what it offers. */
export function PlainPage({
  page,
  title,
  progress: loaded,
  thanked,
  plays,
  updates,
  questions,
  isPreview = false,
}: Props) {
  const progress = useCampaignProgress(loaded, !isPreview);
  const { name, kind, days } = progress;
  const mayBuy = isBuyable(progress) && !isPreview;
  return (
    <>
      <section className={`wrap ${styles.hero}`} data-pictured={page.picture !== '' || undefined}>
        <div>
          <p className={styles.kicker}>{text.kinds[kind]}</p>
          <h1>{title}</h1>
          <p className={styles.lead}>{page.lead}</p>
          <p className={engine.near}>
            {mayBuy && (
              <ButtonLink href="#offers" tone="cta" size="large">
                {kind === 'sale' ? text.order : text.support}
              </ButtonLink>
            )}
            {!isPreview && (
              <ButtonLink tone="outline" href={campaignPaths.terms(name)}>
                {campaignText.toTerms}
              </ButtonLink>
            )}
          </p>
        </div>
        {page.picture !== '' && (
          <Picture name={page.picture} alt={page.pictureAlt} sizes="(min-width: 900px) 560px, 100vw" priority />
        )}
      </section>
      <div className={styles.scale} aria-hidden="true" />
      <div className={styles.paper}>
        <Progress progress={progress} />
        <Offers progress={progress} mayBuy={mayBuy} />
        {days && (
          <section className="wrap">
            <SectionHeading note={campaignText.yearNote}>{campaignText.year(days.count)}</SectionHeading>
            <YearPicture first={days.first} count={days.count} taken={days.taken} />
            <p className={engine.legend}>
              <span data-cell="taken" /> {campaignText.taken} <span data-cell="free" /> {campaignText.free}
            </p>
          </section>
        )}
        {page.sections.map(({ heading, body, picture, pictureAlt }, at) => (
          <section key={at} className={`wrap ${styles.section}`}>
            {heading !== '' && <h2>{heading}</h2>}
            {picture !== '' && <Picture name={picture} alt={pictureAlt} sizes="(min-width: 800px) 720px, 100vw" />}
            {body
              .split('\n')
              .filter(Boolean)
              .map((paragraph, i) => (
                <p key={i}>{paragraph}</p>
              ))}
          </section>
        ))}
        <Posts updates={updates} questions={questions} />
        <Aired plays={plays} thanked={thanked} />
      </div>
    </>
  );
}
