import { useRouteLoaderData } from 'react-router';
import type { loader } from '#app/layouts/default-layout.server.ts';
import { paths } from '#app/paths.ts';
import { adsText } from '#app/text/zh-hk/ads.ts';
import { channelText } from '#app/text/zh-hk/channels.ts';
import buttons from '#app/ui/button.module.css';
import { Icon } from '#app/ui/icon.tsx';
import { Numeral } from '#app/ui/numeral.tsx';
import { Phrase } from '#app/ui/phrase.tsx';
import type { SlotType } from '#domain/ads/ad-slots.rules.ts';
import { CHANNEL_IDS, type ChannelId } from '#shared/enums.ts';
import type { HouseKind, HousePromo } from './house-kind.ts';

/** Target and colours of each. */
const PROMOS: Record<HousePromo, { href: string; channel: ChannelId }> = {
  replay: { href: paths.archives(), channel: 864 },
  programs: { href: paths.programs(), channel: 903 },
  chart: { href: paths.chart(), channel: 903 },
  columns: { href: paths.soundColumn(), channel: 881 },
  traffic: { href: paths.trafficInfo(), channel: 881 },
  hosts: { href: paths.programHosts(), channel: 864 },
};

const TILES: readonly SlotType[] = ['rectangle', 'inread', 'native', 'skyscraper'];

/** A house ad, shown where no ad is sold. It needs no script, and stays valid for as long as a page is cached. */
export function HouseAd({ kind, type, seed }: { kind: HouseKind; type: SlotType; seed: number }) {
  const look = TILES.includes(type) ? 'tile' : 'band';
  if (kind === 'next') return <NextOn look={look} />;
  if (kind === 'channel') return <ChannelOn look={look} channel={CHANNEL_IDS[seed % CHANNEL_IDS.length] ?? 881} />;
  const { title, words, go } = adsText.promos[kind];
  const { href, channel } = PROMOS[kind];
  return (
    <div data-ad-house={look} data-channel={channel}>
      <p>
        <b>{title}</b>
        <span>{words}</span>
      </p>
      <a href={href}>
        {go}
        <Icon name="arrow-right" />
      </a>
    </div>
  );
}

function ChannelOn({ look, channel }: { look: string; channel: ChannelId }) {
  const { name, manner } = channelText[channel];
  return (
    <div data-ad-house={look} data-channel={channel}>
      <span>
        <Numeral channel={channel} decorative />
      </span>
      <p>
        <b>{name}</b>
        <span>{manner}</span>
      </p>
      <a
        className={`${buttons.button} ${buttons.channel}`}
        href={paths.live(channel)}
        aria-label={adsText.listenTo(name)}
        data-listen={channel}
      >
        <Icon name="headphones" />
        {adsText.listen}
      </a>
    </div>
  );
}

/** The next programme on each channel with its hour, which stays correct when the page is older. */
function NextOn({ look }: { look: string }) {
  const tiles = useRouteLoaderData<typeof loader>('layouts/default-layout')?.tiles ?? [];
  return (
    <div data-ad-house={look} data-channel={881}>
      <p>
        <b>{adsText.next}</b>
      </p>
      <ol>
        {tiles.map(({ channelId, to, next }) => (
          <li key={channelId} data-channel={channelId}>
            <time>{to}</time>
            <Numeral channel={channelId} />
            <a href={paths.timetable(channelId)}>
              <Phrase text={next} />
            </a>
          </li>
        ))}
      </ol>
    </div>
  );
}
