/** Addresses of campaigns and invitations, shared by mails, payments and pages; app/campaign-paths.ts includes them. */
interface CampaignPages {
  payment: string;
  terms: string;
  /** Result pages for the buyer. */
  success: string;
  failure: string;
}

/** Campaigns with different names for their result pages. */
const OWN_NAMES: Readonly<Record<string, Pick<CampaignPages, 'success' | 'failure'>>> = {
  '18c_postcard': { success: 'purchase_success', failure: 'purchase_fail' },
};

/** Campaigns with a design of their own, which are at the root. The others are at `/campaign/NAME`. */
const OWN_ROOTS: readonly string[] = ['cantopopcorn365days', '18c_postcard'];

/** Whether the site's code has the design and the words of a campaign. */
export const hasOwnRoot = (name: string): boolean => OWN_ROOTS.includes(name);

const rootOf = (name: string): string => (hasOwnRoot(name) ? `/${name}` : `/campaign/${name}`);

/** Names of a campaign's pages, under its root. */
export const campaignPages = (name: string): CampaignPages => ({
  payment: 'payment',
  terms: 'tnc',
  ...(OWN_NAMES[name] ?? { success: 'thankyou', failure: 'purchaseFailure' }),
});

const query = (given: Record<string, string | number | undefined>): string => {
  const known = Object.entries(given).filter(([, value]) => value !== undefined && value !== '');
  return known.length === 0
    ? ''
    : `?${new URLSearchParams(known.map(([name, value]) => [name, String(value)])).toString()}`;
};

/** The selection, in the URL of the payment page, so that the page is the same for everybody. */
interface Chosen {
  item?: number | undefined;
  day?: string | undefined;
  quantity?: number | undefined;
  delivery?: number | undefined;
}

export const campaignPaths = {
  root: rootOf,
  /** The page as a supporter of a tier or goods shares it: the link preview names what was supported. */
  shared: (name: string, code: string) => `${rootOf(name)}${query({ item: code })}`,
  /** The link preview of an item of a campaign. */
  socialPicture: (name: string, code: string) => `/social/campaigns/${name}/${encodeURIComponent(code)}.jpg`,
  payment: (name: string, chosen: Chosen = {}) =>
    `${rootOf(name)}/${campaignPages(name).payment}${query({ ...chosen })}`,
  terms: (name: string) => `${rootOf(name)}/${campaignPages(name).terms}`,
  /** Status of an order, for holders of its signed link. */
  result: (name: string, result: 'success' | 'failure', token?: string) =>
    `${rootOf(name)}/${campaignPages(name)[result]}${query({ token })}`,
  /** Anyone with the address may reply. */
  invitation: (code: string) => `/campaign/reply/${encodeURIComponent(code)}`,
};
