import { useLoaderData, type MetaFunction } from 'react-router';
import { campaignPaths } from '#app/campaign-paths.ts';
import { seo } from '#app/components/seo/seo.ts';
import { postcardText as text } from '#app/text/zh-hk/campaigns-postcard.ts';
import { ToldPage } from '../told-page.tsx';
import { PostcardStripe } from './postcard-art.tsx';
import type { told } from './postcard.server.ts';
import styles from './postcard.module.css';

export { changeDetails as action, told as loader, toldHeaders as headers } from './postcard.server.ts';

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

export default function PostcardThanks() {
  const { name, order } = useLoaderData<typeof told>();
  return (
    <div className={`${styles.page} wrap`}>
      <ToldPage
        name={name}
        order={order}
        thanks={text.thanks}
        thanksWords={text.thanksWords}
        art={<PostcardStripe />}
      />
    </div>
  );
}
