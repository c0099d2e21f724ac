import type { ActionFunctionArgs } from 'react-router';
import { buyersPage } from '#app/pages/plans/money-page.server.ts';
import { sellSingle } from '#app/pages/plans/single-sale.server.ts';

export const action = (args: ActionFunctionArgs) => sellSingle(args, 'Replay', buyersPage);
