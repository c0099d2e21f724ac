/** Misbehaviour that the ad world shows on request, as real ones do unrequested. */
export const MISBEHAVIOURS = {
  slow: 'responds after two seconds, which is still in time',
  late: 'responds after the page has stopped waiting',
  empty: 'makes no bid',
  down: 'answers 503',
  huge: 'a creative of three megabytes',
  broken: 'a creative that does not load; VAST that is not XML',
  escape: 'a creative that tries to escape its frame: top navigation, dialogs, cookies, the parent page',
  heavy: 'a creative that blocks the CPU for four seconds',
  lie: 'declares a different size, price and advertiser than it delivers',
  auction: 'gives every ad slot to the highest bidder',
  direct: 'a guaranteed campaign in every ad slot',
  // Video only.
  wrapper: 'two VAST wrappers before the video',
  deep: 'seven VAST wrappers, two more than allowed',
  vpaid: 'a program instead of a video',
  missing: 'a video that does not exist',
  long: 'declares a duration of 601 seconds',
  mime: 'a video in an unsupported format',
  fixed: 'a video that cannot be skipped',
  stall: 'a video that stops loading',
} as const;
export type Misbehaviour = keyof typeof MISBEHAVIOURS;

const isMagic = (word: string): word is Misbehaviour => Object.hasOwn(MISBEHAVIOURS, word);

/** Misbehaviour requested by the page's URL (`?ad=slow`) or by a keyword of the slot. Null: behave. */
export function misbehaviourOf(page: string, ...keywords: string[]): Misbehaviour | null {
  const asked = URL.parse(page, 'http://page.example')?.searchParams.get('ad') ?? '';
  return [asked, ...keywords.flatMap((words) => words.split(/[\s,]+/))].find(isMagic) ?? null;
}
