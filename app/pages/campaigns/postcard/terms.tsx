import { useLoaderData, type MetaFunction } from 'react-router';
import { campaignPaths } from '#app/campaign-paths.ts';
import { seo } from '#app/components/seo/seo.ts';
import { campaignText } from '#app/text/zh-hk/campaigns.ts';
import { postcardTerms, postcardText as text } from '#app/text/zh-hk/campaigns-postcard.ts';
import { TermsPage } from '../terms-page.tsx';
import type { terms } from './postcard.server.ts';
import styles from './postcard.module.css';

export { landingHeaders as headers, terms as loader } from './postcard.server.ts';

export const meta: MetaFunction<typeof terms> = ({ loaderData }) =>
  loaderData
    ? seo({
        siteUrl: loaderData.siteUrl,
        path: campaignPaths.terms(loaderData.name),
        title: `${campaignText.terms.title} ${text.name}`,
        description: text.description,
      })
    : [];

export default function PostcardTerms() {
  const { name, version } = useLoaderData<typeof terms>();
  return (
    <div className={`${styles.page} wrap`}>
      <TermsPage name={text.name} version={version} terms={postcardTerms} back={campaignPaths.root(name)} />
    </div>
  );
}
