import { useLoaderData, type MetaFunction } from 'react-router';
import { campaignPaths } from '#app/campaign-paths.ts';
import { seo } from '#app/components/seo/seo.ts';
import type { told } from './matched-campaign.server.ts';
import { ToldPage } from './order-status-page.tsx';

export { changeDetails as action, told as loader, toldHeaders as headers } from './matched-campaign.server.ts';

export const meta: MetaFunction<typeof told> = ({ loaderData }) =>
  loaderData
    ? seo({
        siteUrl: loaderData.siteUrl,
        path: campaignPaths.result(loaderData.name, 'success'),
        title: loaderData.title,
        description: loaderData.description,
        robots: 'none',
      })
    : [];

export default function CampaignThanks() {
  const { name, siteUrl, order, thanks, thanksWords } = useLoaderData<typeof told>();
  return (
    <div className="wrap">
      <ToldPage name={name} siteUrl={siteUrl} order={order} thanks={thanks} thanksWords={thanksWords} />
    </div>
  );
}
