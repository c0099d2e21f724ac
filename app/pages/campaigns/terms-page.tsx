import { campaignText, type CampaignTerms } from '#app/text/zh-hk/campaigns.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import styles from './campaign.module.css';

const text = campaignText.terms;

/** The current terms, followed by earlier accepted versions. */
export function TermsPage({
  name,
  version,
  terms,
  back,
}: {
  name: string;
  version: string;
  terms: readonly CampaignTerms[];
  back: string;
}) {
  const inForce = terms.filter((one) => one.version === version);
  const former = terms.filter((one) => one.version !== version);
  return (
    <article className={`${styles.card} ${styles.reading}`}>
      <h1>{text.title}</h1>
      <p className={styles.quiet}>{name}</p>
      {[...inForce, ...former].map(({ version: of, since, clauses }) => (
        <section key={of} id={`v${of}`}>
          <p className={styles.quiet}>{text.version(of, since)}</p>
          <ol className={styles.clauses}>
            {clauses.map((clause) => (
              <li key={clause}>{clause}</li>
            ))}
          </ol>
        </section>
      ))}
      <p>
        <ButtonLink tone="outline" href={back}>
          {text.back}
        </ButtonLink>
      </p>
    </article>
  );
}
