import { useLoaderData, type MetaFunction } from 'react-router';
import { ownMeta } from '#app/pages/account/own-meta.ts';
import { paths } from '#app/paths.ts';
import { fullDay, plansText } from '#app/text/zh-hk/plans.ts';
import { paymentsText } from '#app/text/zh-hk/payments.ts';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import account from '#app/pages/account/account.module.css';
import type { loader } from './change-card.server.ts';
import { DueCharge } from './due-charge.tsx';
import { MoneyForm } from '#app/pages/plans/money-form.tsx';

export { action, loader } from './change-card.server.ts';

const text = plansText.card;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => ownMeta(loaderData, paths.changeCard(), text);

export default function ChangeCard() {
  const { proof, card, dueCents } = useLoaderData<typeof loader>();
  if (card === null)
    return (
      <>
        <h1>{text.title}</h1>
        <p className={account.lead}>{text.none}</p>
      </>
    );
  return (
    <>
      <h1>{text.title}</h1>
      <section className={account.section}>
        <SectionHeading>{text.now}</SectionHeading>
        <p>{text.card(card.scheme, card.last4, fullDay(card.endsOn))}</p>
        <p>{text.until}</p>
      </section>
      <section className={account.section}>
        <p>{text.words}</p>
        <DueCharge cents={dueCents} />
        <p>{paymentsText.checkout.card}</p>
        <MoneyForm intent="card" look="row" tone="cta" proof={proof} submit={text.go} />
      </section>
    </>
  );
}
