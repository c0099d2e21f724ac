import type { ActionFunctionArgs, HeadersArgs, LoaderFunctionArgs } from 'react-router';
import { requestContext } from '#app/context.server.ts';
import { notFound } from '#app/params.server.ts';
import { loadLanding, loadPayment, loadTerms, loadTold, PRIVATE_HEADERS } from './campaign-page.server.ts';
import { CAMPAIGNS, type Campaign } from './campaign-table.ts';
import { findOwnCampaign } from './plain/own-campaign.server.ts';
import { change, pay as payFor } from './press.server.ts';

// The engine's pages for the campaign whose route matched: one of the table, or one that was made at the desk.

type Args = Pick<LoaderFunctionArgs, 'pattern' | 'params' | 'context'>;

async function matched({ pattern, params, context }: Args): Promise<Campaign> {
  const made = params['campaign'];
  const [name] = pattern.replace(/^\//, '').split('/');
  const campaign =
    made === undefined
      ? CAMPAIGNS.find((one) => one.name === name)
      : await findOwnCampaign(context.get(requestContext).db, made);
  if (!campaign) throw notFound();
  return campaign;
}

export const landing = async (args: LoaderFunctionArgs) => loadLanding(args, await matched(args));
export const terms = async (args: LoaderFunctionArgs) => loadTerms(args, await matched(args));
export const publicHeaders = ({ loaderHeaders, errorHeaders }: HeadersArgs) => errorHeaders ?? loaderHeaders;
export const payment = async (args: LoaderFunctionArgs) => loadPayment(args, await matched(args));
export const pay = async (args: ActionFunctionArgs) => payFor(args, (await matched(args)).name);
export const told = async (args: LoaderFunctionArgs) => loadTold(args, await matched(args));
export const changeDetails = async (args: ActionFunctionArgs) => change(args, (await matched(args)).name);
export const toldHeaders = () => PRIVATE_HEADERS;
