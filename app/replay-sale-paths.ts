import { withQuery } from './paths.ts';

/** Paths of replays that are bought one by one. Not loaded with every page. */
export const replaySalePaths = {
  buy: (archiveId: number) => `/program/archives/${archiveId}/buy`,
  /** The member's bought replays. */
  bought: () => '/program/archives/bought',
  notBought: () => '/program/archives/notBought',
  /** Gives and accepts replays. */
  gifts: (query: { archive?: number; code?: string } = {}) => withQuery('/member/userinfo/replayGifts', query),
};

/** The same for calls. */
export const replaySaleCalls = {
  offer: (sectionId: number) => withQuery('/api/replaysales/offer', { section_id: sectionId }),
  my: () => '/api/replaysales/my',
  /** Plans of the member: beside one, no broadcast needs to be bought. */
  plans: () => '/api/userinfo/memberHistory',
};
