import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import type { PaymentView } from '#app/pages/plans/money-page.server.ts';

/** HTML of a page, given what its loader found. */
export function shown(Component: ComponentType, loaderData: object = {}): string {
  const Page = createRoutesStub([{ id: 'page', path: '/', Component, loader: () => loaderData }]);
  return renderToStaticMarkup(<Page hydrationData={{ loaderData: { page: loaderData } }} />);
}

/** A failed change of plan. */
export const PAYMENT: PaymentView = {
  orderId: 1,
  kind: 'plan_change',
  isOfPlan: true,
  truth: 'failed',
  totalCents: 4_800,
  discountCents: 0,
  refundedCents: 0,
  returningCents: 0,
  withStaffCents: 0,
  lines: [],
  createdAtMs: 0,
  paidAtMs: null,
  number: null,
  method: null,
  reason: null,
  time: null,
  renewsOn: null,
  renewsCents: 0,
  giftCode: null,
  returnPath: null,
  receipts: [],
};
