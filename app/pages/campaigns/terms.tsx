import { useLoaderData, type MetaFunction } from 'react-router';
import { campaignPaths } from '#app/campaign-paths.ts';
import { seo } from '#app/components/seo/seo.ts';
import { campaignText } from '#app/text/zh-hk/campaigns.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import type { terms } from './matched-campaign.server.ts';
import styles from './campaign.module.css';

export { publicHeaders as headers, terms as loader } from './matched-campaign.server.ts';

const text = campaignText.terms;

export const meta: MetaFunction<typeof terms> = ({ loaderData }) =>
  loaderData
    ? seo({
        siteUrl: loaderData.siteUrl,
        path: campaignPaths.terms(loaderData.name),
        title: `${text.title} ${loaderData.title}`,
        description: loaderData.description,
      })
    : [];

export default function CampaignTerms() {
  const { name, title, versions } = useLoaderData<typeof terms>();
  return (
    <div className="wrap">
      <article className={`${styles.card} ${styles.reading}`}>
        <h1>{text.title}</h1>
        <p className={styles.quiet}>{title}</p>
        {versions.map(({ version, since, clauses }) => (
          <section key={version} id={`v${version}`}>
            <p className={styles.quiet}>{text.version(version, since)}</p>
            <ol className={styles.clauses}>
              {clauses.map((clause) => (
                <li key={clause}>{clause}</li>
              ))}
            </ol>
          </section>
        ))}
        <p>
          <ButtonLink tone="outline" href={campaignPaths.root(name)}>
            {text.back}
          </ButtonLink>
        </p>
      </article>
    </div>
  );
}
