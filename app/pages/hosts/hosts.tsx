import { AdSlot } from '#app/ads/ad-slot.tsx';
import { useLoaderData, type MetaFunction } from 'react-router';
import { breadcrumbs } from '#app/components/seo/json-ld.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import page from '#app/styles/page.module.css';
import { seo } from '#app/components/seo/seo.ts';
import { paths } from '#app/paths.ts';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { hostsText } from '#app/text/zh-hk/hosts.ts';
import { Numeral } from '#app/ui/numeral.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { HostTiles } from './host-tiles.tsx';
import styles from './hosts.module.css';
import type { loader } from './hosts.server.ts';

export { headers, loader } from './hosts.server.ts';

export const handle: PageHandle = { navKey: 'hosts', adGroup: 'djList' };

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData === undefined
    ? []
    : seo({
        siteUrl: loaderData.siteUrl,
        path: paths.programHosts(),
        title: hostsText.title,
        description: hostsText.description,
        jsonLd: [breadcrumbs(loaderData.siteUrl, [{ name: hostsText.title, path: paths.programHosts() }])],
      });

export default function Hosts() {
  const { channels, guests } = useLoaderData<typeof loader>();
  return (
    <div className="wrap">
      <div className={`${page.head} ${styles.head}`}>
        <h1>{hostsText.title}</h1>
        <nav className={page.chips} aria-label={hostsText.jump}>
          {channels.map(({ channelId }) => (
            <a key={channelId} href={`#hosts-${channelId}`} data-channel={channelId}>
              <Numeral channel={channelId} decorative />
              {channelText[channelId].name}
            </a>
          ))}
          {guests.length > 0 && <a href="#guests">{hostsText.guests}</a>}
        </nav>
      </div>
      {channels.map(({ channelId, hosts }) => (
        <section
          key={channelId}
          className={styles.group}
          data-channel={channelId}
          aria-labelledby={`hosts-${channelId}`}
        >
          <SectionHeading id={`hosts-${channelId}`}>
            <Numeral channel={channelId} decorative />
            {hostsText.regularOf(channelText[channelId].name)}
          </SectionHeading>
          <HostTiles hosts={hosts} />
        </section>
      ))}
      {guests.length > 0 && (
        <section className={styles.group} aria-labelledby="guests">
          <SectionHeading id="guests">{hostsText.guests}</SectionHeading>
          <HostTiles hosts={guests} areGuests />
        </section>
      )}
      <div className={page.section} data-ad-room>
        <AdSlot type="leaderboard" />
      </div>
    </div>
  );
}
