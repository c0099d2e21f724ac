export const bulletinPath = '/bulletin';
/** Its podcast. */
export const bulletinFeed = '/feeds/podcast/bulletin.xml';
/** The newest bulletin. */
export const bulletinCall = '/api/bulletin';
/** Sound of a bulletin, its chapters and its transcript. */
export const bulletinFile = (id: number, ending: 'm4a' | 'json' | 'vtt'): string =>
  `/podcasts/bulletin/${id}.${ending}`;
