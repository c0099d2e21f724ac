import { useLoaderData, type MetaFunction } from 'react-router';
import { campaignPaths } from '#app/campaign-paths.ts';
import { seo } from '#app/components/seo/seo.ts';
import { popcornText as text } from '#app/text/zh-hk/campaigns-popcorn.ts';
import { ToldPage } from '../told-page.tsx';
import { PopcornStripe } from './popcorn-art.tsx';
import type { told } from './popcorn.server.ts';
import styles from './popcorn.module.css';

export { changeDetails as action, told as loader, toldHeaders as headers } from './popcorn.server.ts';

export const meta: MetaFunction<typeof told> = ({ loaderData }) =>
  loaderData
    ? seo({
        siteUrl: loaderData.siteUrl,
        path: campaignPaths.result(loaderData.name, 'success'),
        title: text.name,
        description: text.description,
        robots: 'none',
      })
    : [];

export default function PopcornThanks() {
  const { name, order } = useLoaderData<typeof told>();
  return (
    <div className={`${styles.page} wrap`}>
      <ToldPage name={name} order={order} thanks={text.thanks} thanksWords={text.thanksWords} art={<PopcornStripe />} />
    </div>
  );
}
