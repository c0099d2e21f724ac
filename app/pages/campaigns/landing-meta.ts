import type { MetaFunction } from 'react-router';
import { campaignPaths } from '#app/campaign-paths.ts';
import { seo } from '#app/components/seo/seo.ts';
import type { landing } from './matched-campaign.server.ts';

/** Landing page metadata. */
export const landingMeta: MetaFunction<typeof landing> = ({ loaderData }) =>
  loaderData
    ? seo({
        siteUrl: loaderData.siteUrl,
        path:
          loaderData.shared === null
            ? campaignPaths.root(loaderData.progress.name)
            : campaignPaths.shared(loaderData.progress.name, loaderData.shared),
        canonicalPath: campaignPaths.root(loaderData.progress.name),
        ...(loaderData.shared !== null && {
          socialPath: campaignPaths.socialPicture(loaderData.progress.name, loaderData.shared),
        }),
        title: loaderData.title,
        description: loaderData.description,
        ...(loaderData.page?.picture && {
          picture: loaderData.page.picture,
          pictureAlt: loaderData.page.pictureAlt,
        }),
      })
    : [];
