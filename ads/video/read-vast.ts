import { VASTClient } from '@dailymotion/vast-client';
import { VIDEO_AD, type VideoAdFault } from '#shared/video-ad.ts';

const LIST_MS = 3_000;
const LIST_CHARS = 300_000;
const KIND = 'video/mp4';

/** Of what the library makes of a list, what is used here. */
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

/** What is played, or why nothing is; `code` is what its advertiser is told (VAST 4.2, 2.3.6.3). */
export type Chosen =
  | { client: VASTClient; ad: VideoAd; creative: LinearCreative; src: string }
  | { client: VASTClient; ad: VideoAd | null; creative: LinearCreative | null; fault: VideoAdFault; code: string };

const isWeb = (address: string | null | undefined): address is string => /^https?:\/\//i.test(address ?? '');

/** Asks with an end: the library's own way throws its timeout where nobody can catch it, and reads whatever comes. */
const urlHandler = {
  async get(url: string): Promise<unknown> {
    if (!isWeb(url)) return { error: new Error('no address of the web'), statusCode: 400 };
    try {
      const reply = await fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(LIST_MS) });
      if (!reply.ok) return { error: new Error(`answered ${reply.status}`), statusCode: reply.status };
      const rawXml = await reply.text();
      if (rawXml.length > LIST_CHARS) return { error: new Error('too long'), statusCode: 413 };
      const xml = new DOMParser().parseFromString(rawXml, 'text/xml');
      if (xml.querySelector('parsererror')) return { error: new Error('no XML'), statusCode: 200 };
      return { xml, details: { byteLength: rawXml.length, statusCode: reply.status, rawXml } };
    } catch (error) {
      return { error, statusCode: null };
    }
  },
};

/** The smallest file that fills the frame, else the largest there is. */
function fileFor(creative: LinearCreative, widthPx: number) {
  const playable = creative.mediaFiles
    .filter(({ fileURL, mimeType, apiFramework }) => isWeb(fileURL) && mimeType === KIND && !apiFramework)
    .toSorted((one, other) => one.width - other.width || other.bitrate - one.bitrate);
  return playable.find(({ width }) => width >= widthPx) ?? playable.at(-1);
}

/** Reads the list and those it leads to, and takes the first video that may be played here. */
export async function readVast(address: string, widthPx: number): Promise<Chosen> {
  const client = new VASTClient();
  // Some five lists one behind the other, as deep as it goes.
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
  // A program that would run in our frame, whatever it plays.
  return creative.mediaFiles.some(({ apiFramework }) => apiFramework)
    ? refuse('program', '901')
    : refuse('kind', '403');
}
