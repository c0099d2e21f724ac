import { useLoaderData, type MetaFunction } from 'react-router';
import { campaignPaths } from '#app/campaign-paths.ts';
import { seo } from '#app/components/seo/seo.ts';
import { campaignText } from '#app/text/zh-hk/campaigns.ts';
import { popcornTerms, popcornText as text } from '#app/text/zh-hk/campaigns-popcorn.ts';
import { TermsPage } from '../terms-page.tsx';
import type { terms } from './popcorn.server.ts';
import styles from './popcorn.module.css';

export { landingHeaders as headers, terms as loader } from './popcorn.server.ts';

export const meta: MetaFunction<typeof terms> = ({ loaderData }) =>
  loaderData
    ? seo({
        siteUrl: loaderData.siteUrl,
        path: campaignPaths.terms(loaderData.name),
        title: `${campaignText.terms.title} ${text.name}`,
        description: text.description,
      })
    : [];

export default function PopcornTerms() {
  const { name, version } = useLoaderData<typeof terms>();
  return (
    <div className={`${styles.page} wrap`}>
      <TermsPage name={text.name} version={version} terms={popcornTerms} back={campaignPaths.root(name)} />
    </div>
  );
}
