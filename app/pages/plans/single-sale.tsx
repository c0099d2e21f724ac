import { useState, type ReactNode } from 'react';
import { CodeField } from '#app/components/member/code-field.tsx';
import { paths } from '#app/paths.ts';
import { plansText } from '#app/text/zh-hk/plans.ts';
import { moneyHk } from '#shared/money.ts';
import type { OnlineMethod } from '#shared/payment-enums.ts';
import { MoneyForm } from './money-form.tsx';
import { PayMethods } from './pay-methods.tsx';
import styles from './plans.module.css';

const { subscription: text, agreement } = plansText;

/** What the payer agrees to by the press. */
export const Agreement = () => (
  <p>
    {agreement.words}
    <a href={paths.monolingual('tou')} target="_blank" rel="noopener">
      {agreement.link}
    </a>
  </p>
);

/** The payment of one film or replay (`single-sale.server.ts`): methods, total, conditions and code. */
export function SingleSale({
  intent,
  productType,
  id,
  title,
  priceCents,
  methods,
  children,
}: {
  intent: string;
  productType: 'Premium' | 'Replay';
  id: number;
  title: string;
  priceCents: number;
  methods: readonly { method: OnlineMethod; renews: boolean; off: { message: string } | null }[];
  /** Conditions, as paragraphs. */
  children: ReactNode;
}) {
  const [reducedCents, setReduced] = useState<number | null>(null);
  const totalCents = reducedCents ?? priceCents;
  const kind = productType === 'Premium' ? 'premium' : 'replay';
  return (
    <section className={styles.paying}>
      <MoneyForm
        intent={intent}
        look="wide"
        tone="cta"
        submit={totalCents === 0 ? text.free : text.pay(moneyHk(totalCents))}
        sending={text.sending}
      >
        {(state) => (
          <div className={styles.pay}>
            <PayMethods methods={methods} chosen={methods.find(({ off }) => off === null)?.method ?? null} />
            <div className={styles.summary}>
              <h2>{title}</h2>
              <dl className={styles.sums}>
                <div>
                  <dt>{text.today}</dt>
                  <dd>{moneyHk(totalCents)}</dd>
                </div>
              </dl>
              {children}
              <CodeField
                state={state}
                label={text.code}
                sale={{
                  product_type: productType,
                  lines: [{ kind, id, unit: null, quantity: 1 }],
                  terms_version: null,
                }}
                onTotal={setReduced}
              />
              <Agreement />
            </div>
          </div>
        )}
      </MoneyForm>
    </section>
  );
}
