import { campaignPaths } from '#app/campaign-paths.ts';
import { Form } from '#app/forms/form.tsx';
import { moneyPaths } from '#app/money-paths.ts';
import { paths } from '#app/paths.ts';
import { campaignText } from '#app/text/zh-hk/campaigns.ts';
import { problemWords } from '#app/text/zh-hk/forms.ts';
import { RefundNote } from '#app/components/plans/refund-note.tsx';
import { useRefundPolling } from '#app/components/hooks/use-polling.ts';
import { useReply } from '#app/components/hooks/use-reply.ts';
import { ShareBar } from '#app/components/article/share-bar.tsx';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { AIR_NAME_FORM, DELIVERY_FORMS, type Reach } from '#domain/campaigns/campaign-forms.rules.ts';
import { moneyHk } from '#shared/money.ts';
import { DetailsFields } from './details-fields.tsx';
import type { PressReply } from './press.server.ts';
import styles from './campaign.module.css';

const text = campaignText.told;

/** States of a refund that is neither made nor ruled out. */
const UNDER_WAY = ['waiting', 'asked', 'by_hand'];

const STEPS = ['waiting', 'packed', 'sent', 'received'] as const;

interface Order {
  orderId: number;
  kind: 'pledge' | 'sale';
  supporterNo: number | null;
  totalCents: number;
  isOver: boolean;
  lines: { name: string; code: string; kind: string; quantity: number; unit: string | null; cents: number }[];
  delivery: { state: string; tracking: string | null; atMs: Record<(typeof STEPS)[number], number | null> };
  asked: { airName: boolean; reach: Reach | null };
  isComplete: boolean;
  airNameState: 'waiting' | 'approved' | 'refused' | null;
  isNamed: boolean;
  plays: { dayHk: string; archiveId: number; atMs: number; untilMs: number }[];
  withStaffCents: number;
  returned: { cents: number; state: 'waiting' | 'asked' | 'by_hand' | 'done' | 'nothing' } | null;
  storyToken: string;
  /** Its buyer's payment page. */
  payPath: string;
}

function Delivery({ delivery }: { delivery: Order['delivery'] }) {
  const reached = STEPS.indexOf(delivery.state as (typeof STEPS)[number]);
  if (reached < 0) return null;
  return (
    <section>
      <h2>{text.delivery}</h2>
      <ol className={styles.steps}>
        {STEPS.map((step, i) => (
          <li key={step} data-reached={i <= reached || undefined} aria-current={i === reached ? 'step' : undefined}>
            <b>{text.steps[step]}</b>
            {i <= reached && delivery.atMs[step] !== null && (
              <time dateTime={new Date(delivery.atMs[step]).toISOString()}>
                {campaignText.until(delivery.atMs[step])}
              </time>
            )}
          </li>
        ))}
      </ol>
      {delivery.tracking !== null && (
        <p>
          {text.tracking} <span className={styles.number}>{delivery.tracking}</span>
        </p>
      )}
    </section>
  );
}

/** The day has been aired: the part of the archive in which the name is read. */
function Plays({ plays }: { plays: Order['plays'] }) {
  if (plays.length === 0) return null;
  return (
    <section>
      <h2>{text.played}</h2>
      {plays.map(({ dayHk, archiveId, atMs, untilMs }) => (
        <p key={dayHk}>
          <ButtonLink href={paths.replay(archiveId, { atMs, untilMs })}>
            <Icon name="play" fill />
            {text.hearAgain}
          </ButtonLink>
        </p>
      ))}
    </section>
  );
}

/** What is missing, or may still be changed. Entered data is not shown: any holder of the link could read it. */
function Change({ order }: { order: Order }) {
  const reply = useReply<PressReply>();
  const { airName, reach } = order.asked;
  const isPacked = order.delivery.state !== 'waiting' && order.delivery.state !== 'none';
  const isPlayed = order.plays.length > 0;
  const asksReach = reach !== null && !isPacked ? reach : null;
  const asksName = airName && !isPlayed;
  if (!asksName && asksReach === null) return null;
  const rules = { ...(asksName ? AIR_NAME_FORM : {}), ...(asksReach === null ? {} : DELIVERY_FORMS[asksReach]) };
  const words: Record<string, string> = campaignText.refusals;
  return (
    <details open={!order.isComplete || reply !== undefined || order.airNameState === 'refused'}>
      <summary>{order.isComplete ? text.changeTitle : text.fill}</summary>
      <Form
        id="details"
        look="wide"
        rules={rules}
        reply={reply}
        submit={text.save}
        problemWords={({ problem, retryAfterSeconds }) =>
          problem && (words[reply?.why ?? ''] ?? problemWords(problem, retryAfterSeconds))
        }
      >
        {(state) => <DetailsFields state={state} airName={asksName} isNamed={order.isNamed} reach={asksReach} />}
      </Form>
    </details>
  );
}

/** The link preview of what was supported, to share or to save. */
function Share({ name, lines, siteUrl }: { name: string; lines: Order['lines']; siteUrl: string }) {
  const line = lines.find(({ kind }) => kind === 'tier' || kind === 'goods');
  if (!line) return null;
  const picture = campaignPaths.socialPicture(name, line.code);
  return (
    <section className={styles.share}>
      <h2>{text.shareTitle}</h2>
      <img src={picture} width={1200} height={630} alt={text.sharePicture(line.name)} loading="lazy" />
      <div className={styles.near}>
        <ShareBar
          title={text.shareWords[line.kind === 'goods' ? 'goods' : 'tier'](line.name)}
          url={siteUrl + campaignPaths.shared(name, line.code)}
        />
        <ButtonLink tone="outline" size="small" href={picture} download="">
          {text.savePicture}
        </ButtonLink>
      </div>
    </section>
  );
}

/** The state of a campaign order: thanks if paid, with the next steps. */
export function ToldPage({
  name,
  siteUrl,
  order,
  thanks,
  thanksWords,
}: {
  name: string;
  siteUrl: string;
  order: Order | null;
  thanks: string;
  thanksWords: string;
}) {
  const isReturning = order !== null && order.returned !== null && UNDER_WAY.includes(order.returned.state);
  useRefundPolling(isReturning);
  const backTitle = isReturning ? text.backTitle : text.isBackTitle;
  const isPaid = order !== null && order.supporterNo !== null;
  // No thanks or questions for a fully refunded order.
  const isKept = isPaid && (order.returned === null || order.returned.cents < order.totalCents);
  return (
    <div className={styles.card}>
      {isKept && <div className={styles.stripe} aria-hidden="true" />}
      <h1>{order === null ? text.noneTitle : isKept ? thanks : isPaid ? backTitle : text.waitingTitle}</h1>
      {order === null && <p>{text.none}</p>}
      {order !== null && !isPaid && <p role="status">{text.waiting}</p>}
      {order !== null && (
        <>
          {isKept && <p>{thanksWords}</p>}
          <dl className={styles.sums}>
            {order.lines.map((line) => (
              <div key={`${line.name} ${line.unit ?? ''}`}>
                <dt>
                  {line.quantity > 1 ? `${line.name} × ${line.quantity}` : line.name}
                  {line.unit !== null && <small>{text.day(line.unit)}</small>}
                </dt>
                <dd>{moneyHk(line.cents)}</dd>
              </div>
            ))}
            <div className={styles.total}>
              <dt>{text.amount}</dt>
              <dd>{moneyHk(order.totalCents)}</dd>
            </div>
          </dl>
          {order.returned && (
            <section className={styles.notice} role="status">
              <h2>{text.returnedTitle}</h2>
              {order.returned.state === 'by_hand' ? (
                <RefundNote cents={order.withStaffCents} orderId={order.orderId} />
              ) : (
                <p>
                  {text.returned[order.returned.state]} <b className={styles.number}>{moneyHk(order.returned.cents)}</b>
                </p>
              )}
            </section>
          )}
          {isPaid && (
            <>
              <Plays plays={order.plays} />
              {isKept && order.airNameState !== null && order.plays.length === 0 && (
                <p className={styles.quiet}>
                  {order.airNameState === 'approved'
                    ? text.nameApproved
                    : order.airNameState === 'refused'
                      ? text.nameRefused
                      : text.nameWaiting}
                </p>
              )}
              {isKept && <Share name={name} lines={order.lines} siteUrl={siteUrl} />}
              {isKept && <Delivery delivery={order.delivery} />}
              {isKept && <Change order={order} />}
              <p className={styles.quiet}>
                {text.receipt}
                {text.keep}
              </p>
            </>
          )}
          <p>
            <a href={moneyPaths.paymentStory({ token: order.storyToken })}>{text.story}</a>
          </p>
        </>
      )}
      <p>
        <ButtonLink tone="outline" href={campaignPaths.root(name)}>
          {order?.kind === 'sale' ? text.toSale : text.toCampaign}
        </ButtonLink>
      </p>
    </div>
  );
}

/** A failed payment: nothing was charged, and the choice is reserved for a while, unless the order has ended. */
export function FailurePage({
  name,
  siteUrl,
  title,
  order,
}: {
  name: string;
  siteUrl: string;
  title: string;
  order: Order | null;
}) {
  const words = campaignText.failure;
  // A late payment is shown as it is.
  if (order !== null && order.supporterNo !== null)
    return <ToldPage name={name} siteUrl={siteUrl} order={order} thanks={text.waitingTitle} thanksWords="" />;
  return (
    <div className={styles.card}>
      <h1>{title}</h1>
      <p role="status">{order?.isOver ? words.over : words.words}</p>
      <p className={styles.near}>
        {!order?.isOver && (
          <ButtonLink tone="cta" href={order?.payPath ?? campaignPaths.root(name)}>
            {words.again}
          </ButtonLink>
        )}
        <ButtonLink tone="outline" href={campaignPaths.root(name)}>
          {campaignText.payment.back}
        </ButtonLink>
      </p>
    </div>
  );
}
