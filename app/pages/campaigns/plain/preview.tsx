import { useLoaderData, type HeadersArgs, type MetaFunction } from 'react-router';
import { plainText } from '#app/text/zh-hk/campaigns-plain.ts';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { PlainPage } from './plain-page.tsx';
import type { loader } from './preview.server.ts';
import styles from './plain.module.css';

export { loader } from './preview.server.ts';

export const headers = ({ loaderHeaders, errorHeaders }: HeadersArgs) => errorHeaders ?? loaderHeaders;

const text = plainText.preview;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => [
  { title: loaderData?.title || text.gone },
  { name: 'robots', content: 'noindex, nofollow' },
];

/** The page of a campaign as it is edited at the desk, with its newest terms. */
export default function CampaignPreview() {
  const preview = useLoaderData<typeof loader>();
  if (preview === null)
    return (
      <div className={`wrap ${styles.section}`}>
        <h1>{text.gone}</h1>
        <p>{text.goneHint}</p>
      </div>
    );
  const { clauses, expiresAtMs, ...loaded } = preview;
  return (
    <div className={styles.page}>
      <p className={styles.note} data-no-print>
        {text.note(expiresAtMs)}
      </p>
      <PlainPage {...loaded} plays={[]} thanked={[]} isPreview />
      <div className={styles.paper}>
        <section className={`wrap ${styles.section}`}>
          <SectionHeading>{text.terms}</SectionHeading>
          {clauses.length === 0 && <p>{text.noTerms}</p>}
          <ol className={styles.clauses}>
            {clauses.map((clause) => (
              <li key={clause}>{clause}</li>
            ))}
          </ol>
        </section>
      </div>
    </div>
  );
}
