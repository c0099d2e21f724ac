import type { ActionFunctionArgs, HeadersArgs, LoaderFunctionArgs } from 'react-router';
import { notFound } from '#app/params.server.ts';
import { loadLanding, loadPayment, loadTerms, loadTold, PRIVATE_HEADERS } from './campaign-page.server.ts';
import { CAMPAIGNS, type Campaign } from './campaign-table.ts';
import { change, pay as payFor } from './press.server.ts';

// The engine's pages for the campaign whose route matched.

function matched({ pattern }: Pick<LoaderFunctionArgs, 'pattern'>): Campaign {
  const [name] = pattern.replace(/^\//, '').split('/');
  const campaign = CAMPAIGNS.find((one) => one.name === name);
  if (!campaign) throw notFound();
  return campaign;
}

export const landing = (args: LoaderFunctionArgs) => loadLanding(args, matched(args));
export const terms = (args: LoaderFunctionArgs) => loadTerms(args, matched(args));
export const publicHeaders = ({ loaderHeaders, errorHeaders }: HeadersArgs) => errorHeaders ?? loaderHeaders;
export const payment = (args: LoaderFunctionArgs) => loadPayment(args, matched(args));
export const pay = (args: ActionFunctionArgs) => payFor(args, matched(args).name);
export const told = (args: LoaderFunctionArgs) => loadTold(args, matched(args));
export const changeDetails = (args: ActionFunctionArgs) => change(args, matched(args).name);
export const toldHeaders = () => PRIVATE_HEADERS;
