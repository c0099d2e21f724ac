import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import {
  landingHeaders as headersOf,
  loadLanding,
  loadPayment,
  loadTerms,
  loadTold,
  PRIVATE_HEADERS,
} from '../campaign-page.server.ts';
import { change, pay as payFor } from '../press.server.ts';

// The campaign engine's pages for one campaign.

const NAME = '18c_postcard';

export const landing = (args: LoaderFunctionArgs) => loadLanding(args, NAME);
export const landingHeaders = () => headersOf(NAME);
export const terms = (args: LoaderFunctionArgs) => loadTerms(args, NAME);
export const payment = (args: LoaderFunctionArgs) => loadPayment(args, NAME);
export const pay = (args: ActionFunctionArgs) => payFor(args, NAME);
export const told = (args: LoaderFunctionArgs) => loadTold(args, NAME);
export const changeDetails = (args: ActionFunctionArgs) => change(args, NAME);
export const toldHeaders = () => PRIVATE_HEADERS;
