import { VIDEO_AD, type VideoAdFault } from '#shared/ads/video-ad.ts';
import { VASTClient } from '../libraries/vast-client.ts';

const LIST_MS = 3_000;
const LIST_CHARS = 300_000;
const KIND = 'video/mp4';

/** The used fields of the library's parsed VAST document. */
export interface LinearCreative {
  id: string | null;
  adId: string | null;
  duration: number;
  skipDelay: number | null;
  mediaFiles: {
    fileURL: string | null;
    mimeType: string | null;
    apiFramework: string | null;
    width: number;
    bitrate: number;
  }[];
  videoClickThroughURLTemplate: { url?: string } | null;
}
export interface VideoAd {
  id: string | null;
  title: string | null;
  advertiser: { value?: string } | string | null;
  creatives: ({ type: string } & LinearCreative)[];
}

/** The video to play, or why there is none. `code` is the error code for the advertiser (VAST 4.2, 2.3.6.3). */
export type Chosen =
  | { client: VASTClient; ad: VideoAd; creative: LinearCreative; src: string }
  | { client: VASTClient; ad: VideoAd | null; creative: LinearCreative | null; fault: VideoAdFault; code: string };

const isWeb = (address: string | null | undefined): address is string => /^https?:\/\//i.test(address ?? '');

/**
 * Fetch with a timeout and a size limit: the library throws its timeout uncatchably and reads a response of any size.
 */
const urlHandler = {
  async get(url: string): Promise<unknown> {
    if (!isWeb(url)) return { error: new Error('not an HTTP URL'), statusCode: 400 };
    try {
      const reply = await fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(LIST_MS) });
      if (!reply.ok) return { error: new Error(`responded with status ${reply.status}`), statusCode: reply.status };
      const rawXml = await reply.text();
      if (rawXml.length > LIST_CHARS) return { error: new Error('the response is too long'), statusCode: 413 };
      const xml = new DOMParser().parseFromString(rawXml, 'text/xml');
      if (xml.querySelector('parsererror')) return { error: new Error('not valid XML'), statusCode: 200 };
      return { xml, details: { byteLength: rawXml.length, statusCode: reply.status, rawXml } };
    } catch (error) {
      return { error, statusCode: null };
    }
  },
};

/** The smallest file that fills the frame, otherwise the largest available. */
function fileFor(creative: LinearCreative, widthPx: number) {
  const playable = creative.mediaFiles
    .filter(({ fileURL, mimeType, apiFramework }) => isWeb(fileURL) && mimeType === KIND && !apiFramework)
    .toSorted((one, other) => one.width - other.width || other.bitrate - one.bitrate);
  return playable.find(({ width }) => width >= widthPx) ?? playable.at(-1);
}

/** Reads a VAST document and its wrappers, and selects the first video that may be played here. */
export async function readVast(address: string, widthPx: number): Promise<Chosen> {
  const client = new VASTClient();
  // Up to five nested wrappers are followed. A deeper chain ends without an ad (error 302).
  const none = (fault: VideoAdFault, code: string) => ({ client, ad: null, creative: null, fault, code });
  let list: { ads: VideoAd[] };
  let isTooDeep = false;
  client
    .getParser()
    .on('VAST-error', ({ ERRORCODE }: { ERRORCODE?: unknown }) => (isTooDeep ||= Number(ERRORCODE) === 302));
  try {
    list = (await client.get(address, {
      urlHandler,
      wrapperLimit: VIDEO_AD.wrapperDepth + 1,
      resolveAll: true,
    })) as typeof list;
  } catch {
    return none('list', '100');
  }
  const ad = list.ads[0];
  if (!ad) return none(isTooDeep ? 'wrapper' : 'none', '303');
  const creative = ad.creatives.find(({ type }) => type === 'linear');
  if (!creative) return { ...none(isTooDeep ? 'wrapper' : 'none', '201'), ad };
  const refuse = (fault: VideoAdFault, code: string) => ({ client, ad, creative, fault, code });
  const { least, most } = VIDEO_AD.seconds;
  if (creative.duration < least || creative.duration > most) return refuse('length', '202');
  const file = fileFor(creative, widthPx);
  if (file?.fileURL) return { client, ad, creative, src: file.fileURL };
  // A program (`apiFramework`) would run in our frame, so it is never loaded.
  return creative.mediaFiles.some(({ apiFramework }) => apiFramework)
    ? refuse('program', '901')
    : refuse('kind', '403');
}
