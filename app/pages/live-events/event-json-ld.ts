import { stationId } from '#app/components/seo/json-ld.ts';
import { socialPicture, type JsonLd } from '#app/components/seo/seo.ts';
import { seoText } from '#app/text/zh-hk/seo.ts';

interface EventFacts {
  siteUrl: string;
  path: string;
  name: string;
  description: string;
  picture: string;
  startsAtMs: number;
  endsAtMs: number;
  isCancelled: boolean;
  /** Null: no tickets on sale. */
  offer: { cents: number; isSoldOut: boolean; fromMs: number } | null;
}

/** An online event in schema.org format. */
export function eventJsonLd(event: EventFacts): JsonLd {
  const { siteUrl, path, offer } = event;
  const url = siteUrl + path;
  return {
    '@type': 'Event',
    '@id': `${url}#event`,
    name: event.name,
    description: event.description,
    url,
    image: socialPicture(siteUrl, event.picture),
    startDate: new Date(event.startsAtMs).toISOString(),
    endDate: new Date(event.endsAtMs).toISOString(),
    eventStatus: `https://schema.org/${event.isCancelled ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    location: { '@type': 'VirtualLocation', url },
    organizer: { '@type': 'RadioStation', '@id': stationId(siteUrl), name: seoText.siteName },
    ...(offer && {
      offers: {
        '@type': 'Offer',
        url,
        price: (offer.cents / 100).toFixed(2),
        priceCurrency: 'HKD',
        validFrom: new Date(offer.fromMs).toISOString(),
        availability: `https://schema.org/${offer.isSoldOut ? 'SoldOut' : 'InStock'}`,
      },
    }),
  };
}
