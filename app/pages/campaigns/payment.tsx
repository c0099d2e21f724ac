import { useLayoutEffect, useState } from 'react';
import { useActionData, useLoaderData, type MetaFunction } from 'react-router';
import { campaignPaths } from '#app/campaign-paths.ts';
import { CodeField } from '#app/components/member/code-field.tsx';
import type { QuotedSale } from '#app/components/member/use-sale-quote.ts';
import { useMember } from '#app/components/frame/member-state.ts';
import { MemberWatch } from '#app/components/frame/member-watch.ts';
import { seo } from '#app/components/seo/seo.ts';
import { BoxField } from '#app/forms/choice-fields.tsx';
import { EmailField } from '#app/forms/email-field.tsx';
import { FormField } from '#app/forms/form-field.tsx';
import { Form } from '#app/forms/form.tsx';
import { moneyPaths } from '#app/money-paths.ts';
import { campaignText, type AskRefusal } from '#app/text/zh-hk/campaigns.ts';
import { faultWords, problemWords } from '#app/text/zh-hk/forms.ts';
import { isOfMoney, isOpenOrder, moneyProblem } from '#app/text/zh-hk/choose-money-error.ts';
import { plansText } from '#app/text/zh-hk/plans.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { Button } from '#app/ui/button.tsx';
import { ButtonLink } from '#app/ui/button-link.tsx';
import {
  AIR_NAME_FORM,
  BUYER_FORM,
  DELIVERY_FORMS,
  GUEST_FORM,
  PROOF_FORM,
  type Reach,
} from '#domain/campaigns/campaign-forms.rules.ts';
import { daysFrom } from '#domain/campaigns/campaigns.rules.ts';
import type { FieldFault } from '#domain/forms/fields.rules.ts';
import { moneyHk } from '#shared/money.ts';
import type { ProgressView } from './campaign.types.ts';
import { DetailsFields, detailsLabels } from './details-fields.tsx';
import type { payment } from './matched-campaign.server.ts';
import type { PressReply } from './press.server.ts';
import { YearPicture } from './year-picture.tsx';
import styles from './campaign.module.css';

export { pay as action, payment as loader } from './matched-campaign.server.ts';

const text = campaignText.payment;

export const meta: MetaFunction<typeof payment> = ({ loaderData }) =>
  loaderData
    ? seo({
        siteUrl: loaderData.siteUrl,
        path: campaignPaths.payment(loaderData.progress.name),
        title: `${text.title} ${loaderData.title}`,
        description: text.description,
        robots: 'noindex',
      })
    : [];

/** Optional additional amounts, in units of ten dollars. */
const EXTRAS = [1, 2, 5, 10, 50] as const;

/** Data of the payment loader. */
interface Loaded {
  progress: ProgressView;
  key: string;
  itemId: number | null;
  day: string | null;
  isTaken: boolean;
  near: string[];
  quantity: number;
  deliveryId: number | null;
  extraId: number | null;
  totalCents: number;
  asked: { airName: boolean; reach: Reach | null };
  fault: AskRefusal | null;
}

const paymentFaultText = (fault: FieldFault): string =>
  fault.field === 'is_accepted' ? text.acceptFault : faultWords(fault);

function Refusal({ why }: { why: string | null }) {
  const words: Record<string, string> = campaignText.refusals;
  return why === null || !Object.hasOwn(words, why) ? null : words[why];
}

/** Choice of a day of the year, as a plain form. */
function DayChoice({ progress, itemId }: { progress: ProgressView; itemId: number }) {
  const { days } = progress;
  if (days === null) return null;
  const all = daysFrom(days.first, days.count);
  return (
    <form method="get" action={campaignPaths.payment(progress.name)} className={styles.choice}>
      <input type="hidden" name="item" value={itemId} readOnly />
      <YearPicture first={days.first} count={days.count} taken={days.taken} />
      <p className={styles.legend}>
        <span data-cell="taken" /> {campaignText.taken} <span data-cell="free" /> {campaignText.free}
      </p>
      <label>
        {campaignText.dayField}
        <input type="date" name="day" required min={all[0]} max={all.at(-1)} />
      </label>
      <p>
        <Button type="submit">{campaignText.takeDay}</Button>
      </p>
    </form>
  );
}

/** Obstacles to payment, shown before anything is asked for. */
function Stopped({ loaded, back }: { loaded: Loaded; back: string }) {
  const { fault, day, isTaken, near, itemId, progress } = loaded;
  const { name } = progress;
  const item = progress.items.find(({ id }) => id === itemId);
  const asksDay = item?.choosesDay === true && (isTaken || fault === 'day');
  const isUnchosen = asksDay && day === null;
  return (
    <div className={styles.card}>
      <h1>{fault === 'closed' ? text.closed : asksDay ? campaignText.chooseDay : text.title}</h1>
      {isUnchosen ? (
        <p>
          {item.name} {moneyHk(item.cents)}
        </p>
      ) : (
        <p role="status">{isTaken && day !== null ? text.dayTaken(day) : fault && campaignText.refusals[fault]}</p>
      )}
      {near.length > 0 && (
        <p className={styles.near}>
          {text.near}
          {near.map((one) => (
            <ButtonLink
              key={one}
              tone="outline"
              size="small"
              href={campaignPaths.payment(name, { item: itemId ?? undefined, day: one })}
            >
              {timeText.date(one)}
            </ButtonLink>
          ))}
        </p>
      )}
      {asksDay && <DayChoice progress={progress} itemId={item.id} />}
      <p>
        <ButtonLink tone="outline" href={back}>
          {text.back}
        </ButtonLink>
      </p>
    </div>
  );
}

/** Choices that change the total are in the URL, so they work without scripts and with the back button. */
function GoodsChoice({ loaded }: { loaded: Loaded }) {
  const { progress, itemId, quantity, deliveryId } = loaded;
  const item = progress.items.find(({ id }) => id === itemId);
  if (item?.kind !== 'goods') return null;
  const most = Math.min(item.maxQuantity, progress.maxPerBuyer ?? item.maxQuantity, item.left ?? item.maxQuantity);
  return (
    <form method="get" className={styles.choice} onChange={(event) => event.currentTarget.requestSubmit()}>
      <input type="hidden" name="item" value={item.id} readOnly />
      <label>
        {text.quantity}
        <select name="quantity" defaultValue={quantity}>
          {Array.from({ length: Math.max(1, most) }, (_, i) => i + 1).map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </label>
      <fieldset>
        <legend>{text.delivery}</legend>
        {progress.items
          .filter(({ kind }) => kind === 'delivery')
          .map(({ id, name, lead, cents }) => (
            <label key={id} className={styles.way}>
              <input type="radio" name="delivery" value={id} defaultChecked={id === deliveryId} />
              <span>
                <b>{name}</b>
                <small>{lead}</small>
              </span>
              <span className={styles.number}>{cents === 0 ? campaignText.noCharge : moneyHk(cents)}</span>
            </label>
          ))}
      </fieldset>
      <noscript>
        <button type="submit">{text.change}</button>
      </noscript>
    </form>
  );
}

function Sums({
  loaded,
  extra,
  reducedCents,
}: {
  loaded: Loaded;
  extra: number;
  /** Total with a code. */
  reducedCents: number | null;
}) {
  const { progress, itemId, quantity, deliveryId, totalCents, day, extraId } = loaded;
  const item = progress.items.find(({ id }) => id === itemId);
  const delivery = progress.items.find(({ id }) => id === deliveryId);
  const more = progress.items.find(({ id }) => id === extraId);
  if (!item) return null;
  return (
    <dl className={styles.sums}>
      <div>
        <dt>
          {quantity > 1 ? `${item.name} × ${quantity}` : item.name}
          {day !== null && <small>{timeText.fullDate(day)}</small>}
        </dt>
        <dd>{moneyHk(item.cents * quantity)}</dd>
      </div>
      {delivery && (
        <div>
          <dt>{delivery.name}</dt>
          <dd>{delivery.cents === 0 ? campaignText.noCharge : moneyHk(delivery.cents)}</dd>
        </div>
      )}
      {more && extra > 0 && (
        <div>
          <dt>{text.extra}</dt>
          <dd>{moneyHk(more.cents * extra)}</dd>
        </div>
      )}
      <div className={styles.total}>
        <dt>{text.total}</dt>
        <dd>{moneyHk(reducedCents ?? totalCents + (more?.cents ?? 0) * extra)}</dd>
      </div>
    </dl>
  );
}

/** The same for the price quote with a code. */
function saleOf({ progress, itemId, quantity, day, deliveryId, extraId }: Loaded, extra: number): QuotedSale {
  const chosen = [
    { id: itemId, unit: day, quantity },
    { id: deliveryId, unit: null, quantity: 1 },
    { id: extraId, unit: null, quantity: extra },
  ];
  const lines = chosen.flatMap(({ id, ...line }) => {
    const item = progress.items.find((one) => one.id === id);
    return item && line.quantity > 0 ? [{ kind: item.kind, id: item.id, ...line }] : [];
  });
  return { product_type: 'Campaign', lines, terms_version: progress.termsVersion };
}

/** Payment of a campaign: choice, buyer, and delivery. The card or wallet step is a separate document. */
function Payment({ loaded }: { loaded: Loaded }) {
  const reply = useActionData<PressReply>();
  const member = useMember();
  const { progress, itemId, day, quantity, deliveryId, extraId, key, asked, fault } = loaded;
  const [extra, setExtra] = useState(Number(reply?.values['extra'] ?? 0) || 0);
  const [reducedCents, setReduced] = useState<number | null>(null);
  const { name } = progress;
  const mailedTo = reply?.provesEmail ?? null;
  // Moves the focus to the field of a mailed code, together with it: what is typed next is for that.
  useLayoutEffect(() => {
    if (mailedTo !== null) document.querySelector<HTMLInputElement>('#pay-verify_code')?.focus();
  }, [mailedTo]);
  const back = campaignPaths.root(name);
  if (fault !== null || loaded.isTaken || itemId === null)
    return <Stopped loaded={{ ...loaded, fault: fault ?? 'nothing' }} back={back} />;
  const isMember = (member?.user ?? null) !== null;
  const proves = isMember ? null : (reply?.provesEmail ?? null);
  const more = progress.items.find(({ id }) => id === extraId);
  const rules = {
    ...(asked.airName ? AIR_NAME_FORM : {}),
    ...(asked.reach === null ? {} : DELIVERY_FORMS[asked.reach]),
    ...(isMember ? BUYER_FORM : GUEST_FORM),
    ...(proves === null ? {} : PROOF_FORM),
  };
  return (
    <div className={styles.card}>
      <MemberWatch />
      <div className={styles.stripe} aria-hidden="true" />
      <h1>{text.title}</h1>
      <GoodsChoice loaded={loaded} />
      <Sums loaded={loaded} extra={extra} reducedCents={isMember ? reducedCents : null} />
      <Form
        key={`${itemId} ${day} ${quantity} ${deliveryId}`}
        id="pay"
        look="wide"
        tone="cta"
        rules={rules}
        reply={reply}
        faultText={paymentFaultText}
        submit={isMember ? text.next : proves === null ? text.prove : text.confirm}
        sending={text.sending}
        labels={{ ...detailsLabels(asked.reach), email: text.email, verify_code: text.code, is_accepted: text.terms }}
        problemWords={({ problem, retryAfterSeconds }) =>
          problem &&
          (reply?.said ??
            Refusal({ why: reply?.why ?? null }) ??
            (isOfMoney(problem) ? (
              <>
                {moneyProblem(problem, retryAfterSeconds)}{' '}
                {isOpenOrder(problem) && (
                  <a href={isMember ? moneyPaths.cancelPayment() : moneyPaths.guestOrders()}>
                    {plansText.subscription.toOpen}
                  </a>
                )}
              </>
            ) : (
              problemWords(problem, retryAfterSeconds)
            )))
        }
      >
        {(state) => (
          <>
            <input type="hidden" name="item" value={itemId} readOnly />
            <input type="hidden" name="day" value={day ?? ''} readOnly />
            <input type="hidden" name="quantity" value={quantity} readOnly />
            <input type="hidden" name="delivery" value={deliveryId ?? ''} readOnly />
            <input type="hidden" name="terms_version" value={progress.termsVersion} readOnly />
            <input type="hidden" name="key" value={state.values['key'] ?? key} readOnly />
            <input type="hidden" name="proves_email" value={proves ?? ''} readOnly />
            <DetailsFields state={state} airName={asked.airName} reach={asked.reach} />
            {more && (
              <FormField
                state={state}
                name="extra"
                label={text.extra}
                rule={{ type: 'number', isRequired: false, input: { type: 'choice' } }}
                onChange={(value) => setExtra(Number(value))}
              >
                <option value="">{text.noExtra}</option>
                {EXTRAS.map((times) => (
                  <option key={times} value={times}>
                    {moneyHk(times * more.cents)}
                  </option>
                ))}
              </FormField>
            )}
            {isMember ? (
              <>
                <CodeField state={state} label={text.promotionCode} sale={saleOf(loaded, extra)} onTotal={setReduced} />
                <p className={styles.quiet}>{text.member}</p>
              </>
            ) : (
              <EmailField state={state} label={text.email} hint={text.emailHint} />
            )}
            {proves !== null && (
              <FormField state={state} name="verify_code" label={text.code} hint={text.codeHint(proves)} />
            )}
            <BoxField name="is_accepted" state={state}>
              {text.accept}
              <a href={campaignPaths.terms(name)} target="_blank" rel="noopener">
                {text.terms}
              </a>
            </BoxField>
            <p className={styles.quiet}>
              {progress.kind === 'pledge' ? text.charged : text.chargedSale}
              {text.held}
            </p>
          </>
        )}
      </Form>
    </div>
  );
}

export default function CampaignPayment() {
  return (
    <div className="wrap">
      <Payment loaded={useLoaderData<typeof payment>()} />
    </div>
  );
}
