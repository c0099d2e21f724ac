import { useState } from 'react';
import { useLoaderData, type MetaFunction } from 'react-router';
import { ChoiceField } from '#app/forms/choice-fields.tsx';
import { FormNotice } from '#app/components/notice/form-notice.tsx';
import { FormField } from '#app/forms/form-field.tsx';
import type { FieldState } from '#app/forms/form.types.ts';
import { ownMeta } from '#app/pages/account/own-meta.ts';
import { paths } from '#app/paths.ts';
import { offlineText as text } from '#app/text/zh-hk/offline-payment.ts';
import { fullDay } from '#app/text/zh-hk/plans.ts';
import { Icon } from '#app/ui/icon.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import type { FieldFacts } from '#domain/forms/fields.rules.ts';
import { picture } from '#domain/forms/picture.rules.ts';
import { moneyHk } from '#shared/money.ts';
import account from '#app/pages/account/account.module.css';
import { ApplicationRows } from './application-rows.tsx';
import { MoneyForm } from '#app/pages/plans/money-form.tsx';
import type { loader } from './offline.server.ts';
import styles from '#app/pages/plans/plans.module.css';

export { action, loader } from './offline.server.ts';

type Prices = NonNullable<Awaited<ReturnType<typeof loader>>['prices']>;
const CHOICE: FieldFacts = { type: 'text', isRequired: true, input: { type: 'choice' } };
const upTo = (most: number) => Array.from({ length: most + 1 }, (_, count) => count);

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  ownMeta(loaderData, paths.offlineSubscription(), text);

function Where({ prices }: { prices: Prices }) {
  const facts: (readonly [term: string, words: string])[] = [
    [text.payee, prices.payee],
    [text.bank, prices.bank],
    [text.account, prices.account],
    [text.postal, prices.postalAddress],
  ];
  const told = facts.filter(([, words]) => words !== '');
  return (
    <div className={styles.summary}>
      <h2>{text.where}</h2>
      <dl className={styles.facts}>
        {told.map(([term, words]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <p>{text.totalWords(moneyHk(prices.planCents), moneyHk(prices.extraCents))}</p>
    </div>
  );
}

/** Quantities and their total: the amount to pay in. */
function Amounts({ state, prices }: { state: FieldState; prices: Prices }) {
  const [plans, setPlans] = useState(Number(state.values['plans365']));
  const [extra, setExtra] = useState(Number(state.values['extra30days']));
  return (
    <>
      <FormField
        state={state}
        name="plans365"
        label={text.labels.plans365}
        rule={CHOICE}
        onChange={(count) => setPlans(Number(count))}
      >
        {upTo(prices.maxPlans).map((count) => (
          <option key={count} value={count}>
            {text.plansChoice(count, moneyHk(count * prices.planCents))}
          </option>
        ))}
      </FormField>
      <FormField
        state={state}
        name="extra30days"
        label={text.labels.extra30days}
        rule={CHOICE}
        onChange={(count) => setExtra(Number(count))}
      >
        {upTo(prices.maxExtra).map((count) => (
          <option key={count} value={count}>
            {text.extraChoice(count, moneyHk(count * prices.extraCents))}
          </option>
        ))}
      </FormField>
      <p className={styles.total}>
        {text.total}
        <output htmlFor={`${state.form}-plans365 ${state.form}-extra30days`}>
          {moneyHk(plans * prices.planCents + extra * prices.extraCents)}
        </output>
      </p>
    </>
  );
}

export default function Offline() {
  const { prices, pending, rows, notice } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>{text.title}</h1>
      <p className={account.lead}>{text.lead}</p>
      {pending ? (
        <section className={account.section}>
          <p className={account.warning} role="status">
            <Icon name="clock" />
            <span>
              <b>{text.pendingTitle}</b>
              <br />
              {text.pending(fullDay(pending.dueOn))}
            </span>
          </p>
          {!pending.hasReceipt && (
            <MoneyForm
              intent="receipt"
              thing={String(pending.id)}
              look="narrow"
              encType="multipart/form-data"
              submit={text.addReceipt}
            >
              {(state) => (
                <FormField
                  state={state}
                  name="receipt"
                  label={text.labels.receipt}
                  hint={text.receiptHint}
                  rule={{ ...picture, isRequired: true }}
                />
              )}
            </MoneyForm>
          )}
          <MoneyForm
            intent="cancel"
            thing={String(pending.id)}
            look="row"
            tone="outline"
            encType="multipart/form-data"
            submit={text.cancel}
          />
        </section>
      ) : prices === null ? (
        <p className={account.lead}>{text.none}</p>
      ) : notice.off !== null ? (
        <FormNotice notice={notice} />
      ) : (
        <section className={account.section}>
          <FormNotice notice={notice} />
          <div className={styles.pay}>
            <MoneyForm
              intent="apply"
              look="narrow"
              encType="multipart/form-data"
              submit={text.submit}
              values={{ plans365: '1', extra30days: '0', payment_method: '2' }}
              labels={text.labels}
            >
              {(state) => (
                <>
                  <Amounts state={state} prices={prices} />
                  <ChoiceField
                    state={state}
                    name="payment_method"
                    label={text.labels.payment_method}
                    choices={[
                      ['1', text.methods[1] ?? ''],
                      ['2', text.methods[2] ?? ''],
                    ]}
                  />
                  <FormField
                    state={state}
                    name="receipt"
                    label={text.labels.receipt}
                    hint={text.receiptHint}
                    rule={picture}
                  />
                </>
              )}
            </MoneyForm>
            <Where prices={prices} />
          </div>
        </section>
      )}
      {rows.length > 0 && (
        <section className={account.section}>
          <SectionHeading>{text.rows}</SectionHeading>
          <ApplicationRows rows={rows} />
        </section>
      )}
    </>
  );
}
