import { useLoaderData, type MetaFunction } from 'react-router';
import { campaignPaths } from '#app/campaign-paths.ts';
import { seo } from '#app/components/seo/seo.ts';
import { popcornText as text } from '#app/text/zh-hk/campaigns-popcorn.ts';
import { FailurePage } from '../told-page.tsx';
import type { told } from './popcorn.server.ts';
import styles from './popcorn.module.css';

export { told as loader, toldHeaders as headers } from './popcorn.server.ts';

export const meta: MetaFunction<typeof told> = ({ loaderData }) =>
  loaderData
    ? seo({
        siteUrl: loaderData.siteUrl,
        path: campaignPaths.result(loaderData.name, 'failure'),
        title: text.failure,
        description: text.description,
        robots: 'none',
      })
    : [];

export default function PopcornFailure() {
  const { name, order } = useLoaderData<typeof told>();
  return (
    <div className={`${styles.page} wrap`}>
      <FailurePage name={name} title={text.failure} order={order} />
    </div>
  );
}
