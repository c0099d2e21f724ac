import { useLoaderData, type MetaFunction } from 'react-router';
import { campaignPaths } from '#app/campaign-paths.ts';
import { seo } from '#app/components/seo/seo.ts';
import type { told } from './matched-campaign.server.ts';
import { FailurePage } from './order-status-page.tsx';

export { told as loader, toldHeaders as headers } from './matched-campaign.server.ts';

export const meta: MetaFunction<typeof told> = ({ loaderData }) =>
  loaderData
    ? seo({
        siteUrl: loaderData.siteUrl,
        path: campaignPaths.result(loaderData.name, 'failure'),
        title: loaderData.failure,
        description: loaderData.description,
        robots: 'none',
      })
    : [];

export default function CampaignFailure() {
  const { name, siteUrl, order, failure } = useLoaderData<typeof told>();
  return (
    <div className="wrap">
      <FailurePage name={name} siteUrl={siteUrl} title={failure} order={order} />
    </div>
  );
}
