import { useLoaderData, type MetaFunction } from 'react-router';
import { PlanCards } from '#app/components/plans/plan-cards.tsx';
import { seo } from '#app/components/seo/seo.ts';
import { paths } from '#app/paths.ts';
import { plansText } from '#app/text/zh-hk/plans.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import page from '#app/styles/page.module.css';
import type { loader } from './prices.server.ts';
import styles from './prices.module.css';

export { headers, loader } from './prices.server.ts';

const text = plansText.pricing;
type PlanView = Awaited<ReturnType<typeof loader>>['plans'][number];

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData ? seo({ ...text, siteUrl: loaderData.siteUrl, path: paths.pricing() }) : [];

const hrefOf = ({ id, kind }: Pick<PlanView, 'id' | 'kind'>) =>
  kind === 'offline' ? paths.offlineSubscription() : paths.newSubscription({ plan: id });

/** The price list: pressing a plan is the first of two taps to its payment. */
export default function Prices() {
  const { plans, freeMinutes, opened } = useLoaderData<typeof loader>();
  const families = plans.filter(({ isFamily }) => isFamily);
  const own = plans.filter(({ isFamily }) => !isFamily);
  const isOffline = plans.some(({ kind }) => kind === 'offline');
  return (
    <div className="wrap">
      <header className={page.head}>
        <h1>{text.title}</h1>
        <p className={page.intro}>{text.lead}</p>
      </header>
      {plans.length === 0 && <p>{text.none}</p>}
      {own.length > 0 && <PlanCards plans={own} featured={own[0]?.id ?? null} hrefOf={hrefOf} />}
      {families.length > 0 && (
        <section className={page.section}>
          <SectionHeading>{text.family}</SectionHeading>
          <p className={page.intro}>{text.familyLead}</p>
          <PlanCards plans={families} label={text.family} hrefOf={hrefOf} />
        </section>
      )}
      {opened && <p className={page.intro}>{text.opened(opened.days, opened.seconds)}</p>}
      {isOffline && (
        <p className={page.intro}>
          <ButtonLink tone="quiet" href={paths.offlineSubscription()}>
            {text.offline}
          </ButtonLink>
        </p>
      )}
      <section className={page.section}>
        <SectionHeading>{text.faq}</SectionHeading>
        <div className={styles.questions}>
          {text.questions(freeMinutes).map(([question, answer]) => (
            <details key={question}>
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
      </section>
    </div>
  );
}
