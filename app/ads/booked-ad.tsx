import stylesHref from './booked-ad.css?url';
import { adsText } from '#app/text/zh-hk/ads.ts';
import type { AdWidth } from '#domain/ads/ad-slots.rules.ts';
import type { ShownHouseAd } from '#domain/advertising/advertising.rules.ts';

/** A booked ad of the station, shown at some widths, in the space of its slot. */
export function BookedAd({
  ad: { id, name, src, width, height, alt, href },
  widths,
}: {
  ad: ShownHouseAd;
  widths: readonly AdWidth[];
}) {
  // External links open a new window; playback continues.
  const way = href.startsWith('/') ? {} : { target: '_blank', rel: 'noopener sponsored' };
  return (
    <div data-ad-booked={widths.join(' ')} data-ad-booking={id} data-ad-name={name}>
      <link rel="stylesheet" href={stylesHref} precedence="booked" />
      <span>{adsText.booked}</span>
      <a href={href} {...way}>
        <img src={src} width={width} height={height} alt={alt} loading="lazy" decoding="async" />
      </a>
    </div>
  );
}
