import { withQuery } from './paths.ts';

/** Where a chosen thing is paid for: what was chosen, in its address, so that the page is the same for everybody. */
interface Chosen {
  item?: number | undefined;
  day?: string | undefined;
  quantity?: number | undefined;
  delivery?: number | undefined;
}
/** An order by its signed link. */
interface Told {
  order?: number | undefined;
  token?: string | undefined;
}

/** Campaigns and invitations: nothing that every page loads. */
export const campaignPaths = {
  popcorn: () => '/cantopopcorn365days',
  popcornPayment: (chosen: Chosen = {}) => withQuery('/cantopopcorn365days/payment', { ...chosen }),
  popcornTerms: (query: { version?: string } = {}) => withQuery('/cantopopcorn365days/tnc', query),
  popcornThanks: (told: Told = {}) => withQuery('/cantopopcorn365days/thankyou', { ...told }),
  popcornFailure: (told: Told = {}) => withQuery('/cantopopcorn365days/purchaseFailure', { ...told }),
  postcard: () => '/18c_postcard',
  postcardPayment: (chosen: Chosen = {}) => withQuery('/18c_postcard/payment', { ...chosen }),
  postcardTerms: (query: { version?: string } = {}) => withQuery('/18c_postcard/tnc', query),
  postcardThanks: (told: Told = {}) => withQuery('/18c_postcard/purchase_success', { ...told }),
  postcardFailure: (told: Told = {}) => withQuery('/18c_postcard/purchase_fail', { ...told }),
  /** Whoever has the address may answer. */
  invitation: (code: string) => `/campaign/reply/${encodeURIComponent(code)}`,
};

export const campaignCalls = {
  /** How far a campaign is; small, and the same for everybody. */
  standing: (name: string) => `/api/campaign/${name}`,
};
