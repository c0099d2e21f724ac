/**
 * Addresses of campaigns and invitations. Mails and payments name them as pages do; app/campaign-paths.ts takes them in.
 */
interface CampaignPages {
  root: string;
  /** Where a buyer is led, under the root. */
  success: string;
  failure: string;
}

/** Those whose pages are named otherwise than a campaign's are. */
const OWN_NAMES: Readonly<Record<string, Pick<CampaignPages, 'success' | 'failure'>>> = {
  '18c_postcard': { success: 'purchase_success', failure: 'purchase_fail' },
};

const pagesOf = (name: string): CampaignPages => ({
  root: `/${name}`,
  ...(OWN_NAMES[name] ?? { success: 'thankyou', failure: 'purchaseFailure' }),
});

const query = (given: Record<string, string | number | undefined>): string => {
  const known = Object.entries(given).filter(([, value]) => value !== undefined && value !== '');
  return known.length === 0
    ? ''
    : `?${new URLSearchParams(known.map(([name, value]) => [name, String(value)])).toString()}`;
};

/** What was chosen, in the address of its payment, so that the page is the same for everybody. */
interface Chosen {
  item?: number | undefined;
  day?: string | undefined;
  quantity?: number | undefined;
  delivery?: number | undefined;
}

export const campaignPaths = {
  root: (name: string) => pagesOf(name).root,
  payment: (name: string, chosen: Chosen = {}) => `${pagesOf(name).root}/payment${query({ ...chosen })}`,
  terms: (name: string) => `${pagesOf(name).root}/tnc`,
  /** An order as it stands, for whoever has its signed link. */
  result: (name: string, result: 'success' | 'failure', token?: string) =>
    `${pagesOf(name).root}/${pagesOf(name)[result]}${query({ token })}`,
  /** Whoever has the address may answer. */
  invitation: (code: string) => `/campaign/reply/${encodeURIComponent(code)}`,
};
