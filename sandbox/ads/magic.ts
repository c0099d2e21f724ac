/** Misbehaviour that the ad world shows on request, as real ones do unrequested. */
export const MAGIC = {
  slow: 'answers after two seconds, which is still in time',
  late: 'answers after the page has stopped waiting',
  empty: 'has nothing to sell',
  down: 'answers 503',
  huge: 'a creative of three megabytes',
  broken: 'a creative that does not load, a video list that is no XML',
  escape: 'a creative that tries to leave its frame: top navigation, dialogs, cookies, the page around it',
  heavy: 'a creative that keeps the processor busy for four seconds',
  lie: 'says another size, price and advertiser than it brings',
  auction: 'leaves every ad slot to who offered most',
  direct: 'a campaign that was bought beforehand, in every ad slot',
  // Video only.
  wrapper: 'two wrappers before the video',
  deep: 'seven wrappers, which is two too many',
  vpaid: 'a program in place of a video',
  missing: 'a video that is not there',
  long: 'says that it lasts 601 seconds',
  mime: 'a video of a kind that is not taken',
  fixed: 'a video that cannot be skipped',
  stall: 'a video whose bytes stop coming',
} as const;
export type Magic = keyof typeof MAGIC;

const isMagic = (word: string): word is Magic => Object.hasOwn(MAGIC, word);

/** Misbehaviour requested by the page's URL (`?ad=slow`) or by a keyword of the slot. Null: behave. */
export function magicOf(page: string, ...keywords: string[]): Magic | null {
  const asked = URL.parse(page, 'http://page.example')?.searchParams.get('ad') ?? '';
  return [asked, ...keywords.flatMap((words) => words.split(/[\s,]+/))].find(isMagic) ?? null;
}
