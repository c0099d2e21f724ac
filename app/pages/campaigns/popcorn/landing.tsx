import { useLoaderData } from 'react-router';
import { campaignPaths } from '#app/campaign-paths.ts';
import { popcornText as text } from '#app/text/zh-hk/campaigns-popcorn.ts';
import { campaignText } from '#app/text/zh-hk/campaigns.ts';
import { Button } from '#app/ui/button.tsx';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { CampaignStatus, daysFrom } from '#domain/campaigns/campaigns.rules.ts';
import { moneyHk } from '#shared/money.ts';
import { Aired } from '../aired.tsx';
import { CollectedDial } from '../collected-dial.tsx';
import { CollectedFigures } from '../collected-figures.tsx';
import type { ItemView, ProgressView } from '../campaign.types.ts';
import type { landing } from '../matched-campaign.server.ts';
import { Posts } from '../posts.tsx';
import { StatusStrip } from '../status-strip.tsx';
import { useCampaignProgress } from '../use-campaign-progress.ts';
import { YearPicture } from '../year-picture.tsx';
import engine from '../campaign.module.css';
import { PopcornArt } from './popcorn-art.tsx';
import styles from './popcorn.module.css';

export { landing as loader, publicHeaders as headers } from '../matched-campaign.server.ts';
export { landingMeta as meta } from '../landing-meta.ts';

/** Shares of the target at which another batch is recorded. */
const QUARTERS = [0.25, 0.5, 0.75, 1] as const;

const isBuyable = ({ status }: ProgressView): boolean =>
  status === CampaignStatus.CAMPAIGN_START ||
  status === CampaignStatus.TARGET_REACH ||
  status === CampaignStatus.QUOTA_REACH;

function Tier({ item, progress }: { item: ItemView; progress: ProgressView }) {
  const isFull = item.left === 0;
  const percent =
    item.total === null || item.left === null ? null : Math.round(((item.total - item.left) / item.total) * 100);
  return (
    <article
      className={styles.tier}
      data-full={isFull || undefined}
      data-featured={item.code === 'medium' || undefined}
    >
      <h3>{item.name}</h3>
      <p className={styles.price}>{moneyHk(item.cents)}</p>
      <p>{item.lead}</p>
      <ul>
        {text.items[item.code]?.perks.map((perk) => (
          <li key={perk}>
            <Icon name="check" />
            {perk}
          </li>
        ))}
      </ul>
      <p className={styles.left}>
        {percent !== null && (
          <span aria-hidden="true">
            <i style={{ inlineSize: `${percent}%` }} />
          </span>
        )}
        {item.total === null || item.left === null
          ? campaignText.noLimit
          : isFull
            ? campaignText.full
            : campaignText.left(item.left, item.total)}
      </p>
      {isBuyable(progress) && !isFull ? (
        <ButtonLink href={campaignPaths.payment(progress.name, { item: item.id })}>
          {item.choosesDay ? campaignText.chooseDay : campaignText.support}
        </ButtonLink>
      ) : (
        <Button disabled>{isFull ? campaignText.full : text.status[progress.status]?.title}</Button>
      )}
    </article>
  );
}

/** A day is chosen in a field of a plain form; the picture above it is display only. */
function DayForm({ progress, days }: { progress: ProgressView; days: NonNullable<ProgressView['days']> }) {
  const tiers = progress.items.filter(({ choosesDay, left }) => choosesDay && left !== 0);
  const all = daysFrom(days.first, days.count);
  if (!isBuyable(progress) || tiers.length === 0) return null;
  return (
    <form method="get" action={campaignPaths.payment(progress.name)} className={styles.dayForm}>
      <label>
        {campaignText.dayField}
        <input type="date" name="day" required min={all[0]} max={all.at(-1)} />
      </label>
      <label>
        {text.tiers}
        <select name="item">
          {tiers.map(({ id, name, cents }) => (
            <option key={id} value={id}>
              {name} {moneyHk(cents)}
            </option>
          ))}
        </select>
      </label>
      <Button type="submit">{campaignText.takeDay}</Button>
    </form>
  );
}

/** A year of songs, one per day, each paid for by a listener. */
export default function PopcornLanding() {
  const { progress: loaded, thanked, plays, updates, questions } = useLoaderData<typeof landing>();
  const progress = useCampaignProgress(loaded);
  const { collectedCents, targetCents, days, items } = progress;
  return (
    <>
      <section className={`wrap ${styles.hero}`}>
        <div>
          <p className={styles.kicker}>{text.name}</p>
          <h1>
            {text.heading.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </h1>
          <p>{text.lead}</p>
          <p className={engine.near}>
            {isBuyable(progress) && <ButtonLink href="#tiers">{text.support}</ButtonLink>}
            <ButtonLink tone="outline" href={campaignPaths.terms(progress.name)}>
              {campaignText.toTerms}
            </ButtonLink>
          </p>
        </div>
        <PopcornArt />
      </section>
      <div className={styles.scallop} aria-hidden="true" />
      <div className={styles.paper}>
        <section className={`wrap ${styles.progress}`}>
          <CollectedFigures progress={progress} />
          {targetCents !== null && (
            <CollectedDial
              collectedCents={collectedCents}
              targetCents={targetCents}
              milestones={QUARTERS.map((share) => share * targetCents)}
            />
          )}
          <p className={engine.quiet}>
            {text.milestonesNote}
            {text.refundNote}
          </p>
          <StatusStrip progress={progress} words={text.status} />
        </section>
        <section className="wrap" id="tiers">
          <SectionHeading>{text.tiers}</SectionHeading>
          <div className={styles.tiers}>
            {items
              .filter(({ kind }) => kind === 'tier')
              .map((item) => (
                <Tier key={item.id} item={item} progress={progress} />
              ))}
          </div>
        </section>
        {days && (
          <section className="wrap" id="year">
            <SectionHeading note={campaignText.yearNote}>{campaignText.year(days.count)}</SectionHeading>
            <YearPicture first={days.first} count={days.count} taken={days.taken} />
            <div className={styles.yearFoot}>
              <p className={engine.legend}>
                <span data-cell="taken" /> {campaignText.taken} <span data-cell="free" /> {campaignText.free}
              </p>
              <DayForm progress={progress} days={days} />
            </div>
          </section>
        )}
        <Posts updates={updates} questions={questions} />
        <Aired plays={plays} thanked={thanked} />
      </div>
    </>
  );
}
