import { useLoaderData, type MetaFunction } from 'react-router';
import { campaignPaths } from '#app/campaign-paths.ts';
import { seo } from '#app/components/seo/seo.ts';
import { campaignText } from '#app/text/zh-hk/campaigns.ts';
import { postcardText as text } from '#app/text/zh-hk/campaigns-postcard.ts';
import { PaymentPage } from '../payment-page.tsx';
import { PostcardStripe } from './postcard-art.tsx';
import type { payment } from './postcard.server.ts';
import styles from './postcard.module.css';

export { pay as action, payment as loader } from './postcard.server.ts';

export const meta: MetaFunction<typeof payment> = ({ loaderData }) =>
  loaderData
    ? seo({
        siteUrl: loaderData.siteUrl,
        path: campaignPaths.payment(loaderData.standing.name),
        title: `${campaignText.payment.title} ${text.name}`,
        description: campaignText.payment.description,
        robots: 'noindex',
      })
    : [];

export default function PostcardPayment() {
  return (
    <div className={`${styles.page} wrap`}>
      <PaymentPage loaded={useLoaderData<typeof payment>()} words={text} art={<PostcardStripe />} />
    </div>
  );
}
