import { ADVERTISERS } from './advertisers.ts';
import { eventUrl } from './creatives.ts';
import type { Misbehaviour } from './misbehaviour.ts';
import { escaped } from './read-body.ts';

export const ADVERT_SECONDS = 15;
const SKIP_AFTER = '00:00:05';
const TOO_LONG = '00:10:01';
const DEPTHS = { wrapper: 2, deep: 7 } as const;

const cdata = (words: string): string => `<![CDATA[${words.replaceAll(']]>', '')}]]>`;

const document = (inner: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><VAST version="4.2" xmlns="http://www.iab.com/VAST">${inner}</VAST>`;

const clock = (seconds: number): string => `00:00:${String(seconds).padStart(2, '0')}`;

const QUARTILES = ['start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete', 'skip', 'mute', 'pause'];

interface Asked {
  misbehaviour: Misbehaviour | null;
  /** Distinguishes responses in tracking. */
  id?: string;
}

/** An inline video of fifteen seconds. */
export function inlineVast(base: string, { misbehaviour, id = '1' }: Asked): string {
  const [advertiser] = ADVERTISERS;
  if (!advertiser) return document('');
  const track = (event: string) => eventUrl(base, event, { creative: `${advertiser.id}-video`, ad: id });
  const tracking = QUARTILES.map((event) => `<Tracking event="${event}">${cdata(track(event))}</Tracking>`).join('');
  const skip = misbehaviour === 'fixed' ? '' : ` skipoffset="${SKIP_AFTER}"`;
  const file = (name: string, type = 'video/mp4', more = '') =>
    `<MediaFile delivery="progressive" type="${type}" width="640" height="360" bitrate="140"${more}>${cdata(`${base}/creative/video/${name}`)}</MediaFile>`;
  const files =
    misbehaviour === 'vpaid'
      ? file('program.js', 'application/javascript', ' apiFramework="VPAID"')
      : misbehaviour === 'missing'
        ? file('none.mp4')
        : misbehaviour === 'mime'
          ? file('harbour-tea.webm', 'video/webm')
          : misbehaviour === 'stall'
            ? file('harbour-tea.mp4?stall=1')
            : misbehaviour === 'lie'
              ? file('words.mp4')
              : file('harbour-tea.mp4');
  const duration = misbehaviour === 'long' ? TOO_LONG : clock(ADVERT_SECONDS);
  return document(
    `<Ad id="${escaped(id)}" adType="video"><InLine><AdSystem version="1.0">Ad world of the demo</AdSystem>` +
      `<Error>${cdata(`${track('error')}&code=[ERRORCODE]`)}</Error><Impression id="world">${cdata(track('impression'))}</Impression>` +
      `<AdServingId>${escaped(id)}</AdServingId><AdTitle>${escaped(advertiser.slogan.join('，'))}</AdTitle>` +
      `<Advertiser>${escaped(advertiser.name)}</Advertiser><Creatives><Creative id="video" sequence="1">` +
      `<UniversalAdId idRegistry="world.example">${advertiser.id}-15</UniversalAdId><Linear${skip}>` +
      `<TrackingEvents>${tracking}</TrackingEvents><Duration>${duration}</Duration><MediaFiles>${files}</MediaFiles>` +
      `<VideoClicks><ClickThrough id="site">${cdata(`${base}/click?advertiser=${advertiser.id}&creative=video`)}</ClickThrough>` +
      `<ClickTracking id="world">${cdata(track('click'))}</ClickTracking></VideoClicks></Linear></Creative></Creatives></InLine></Ad>`,
  );
}

/** A wrapper around another response. */
function wrapperVast(base: string, left: number, id: string): string {
  const next = `${base}/vast?depth=${left - 1}&id=${encodeURIComponent(id)}`;
  return document(
    `<Ad id="${escaped(id)}-${left}"><Wrapper followAdditionalWrappers="true"><AdSystem>Wrapper ${left}</AdSystem>` +
      `<Impression>${cdata(eventUrl(base, 'wrapped', { depth: String(left), ad: id }))}</Impression>` +
      `<Error>${cdata(`${eventUrl(base, 'error', { ad: id })}&code=[ERRORCODE]`)}</Error>` +
      `<VASTAdTagURI>${cdata(next)}</VASTAdTagURI></Wrapper></Ad>`,
  );
}

/** A VAST response; without an `Ad` if there is none. */
export function vastOf(base: string, { misbehaviour, id = '1', depth }: Asked & { depth: number | null }): string {
  if (misbehaviour === 'empty')
    return document(`<Error>${cdata(`${eventUrl(base, 'error', { ad: id })}&code=[ERRORCODE]`)}</Error>`);
  if (misbehaviour === 'broken') return '<VAST version="4.2"><Ad><InLine><AdSystem>';
  const left = depth ?? (misbehaviour === 'wrapper' || misbehaviour === 'deep' ? DEPTHS[misbehaviour] : 0);
  return left > 0 ? wrapperVast(base, left, id) : inlineVast(base, { misbehaviour, id });
}
