import { existsSync } from 'node:fs';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { matchRoutes, type RouteObject } from 'react-router';
import { expect, it } from 'vitest';
import { campaignPaths, hasOwnRoot } from '#shared/paths/campaign-paths.ts';
import { campaignRoutes, madeCampaignRoutes } from './campaign-routes.ts';
import { CAMPAIGNS } from './campaign-table.ts';

const toRoutes = (entries: readonly RouteConfigEntry[]): RouteObject[] =>
  entries.map(({ path, index, file, children }) =>
    index ? { index, handle: file } : { path, handle: file, children: children && toRoutes(children) },
  );

it.each([
  ['a row of the table', '18c_postcard', 'postcard'],
  ['a campaign that was made at the desk', 'lantern_riddles', 'plain'],
])('gives %s all its pages: its layout around its own landing page and the shared ones', (_what, name, design) => {
  const entries = [...campaignRoutes(CAMPAIGNS), madeCampaignRoutes()];
  const filesAt = (path: string) => matchRoutes(toRoutes(entries), path)?.map(({ route }) => route.handle as string);
  const pages = {
    [campaignPaths.root(name)]: `pages/campaigns/${design}/landing.tsx`,
    [campaignPaths.payment(name)]: 'pages/campaigns/payment.tsx',
    [campaignPaths.terms(name)]: 'pages/campaigns/terms.tsx',
    [campaignPaths.result(name, 'success')]: 'pages/campaigns/thanks.tsx',
    [campaignPaths.result(name, 'failure')]: 'pages/campaigns/failure.tsx',
  };
  for (const [path, file] of Object.entries(pages))
    expect(filesAt(path), path).toEqual([`pages/campaigns/${design}/layout.tsx`, file]);
  // The router refuses two routes with one id.
  const ids = entries.flatMap(({ id, children = [] }) => [id, ...children.map((child) => child.id)]);
  expect(new Set(ids).size).toBe(3 * 6);
});

it('puts at the root exactly what has a design of its own, so that no name can take another page’s address', () => {
  expect(CAMPAIGNS.map(({ name }) => name).filter((name) => !hasOwnRoot(name))).toEqual([]);
  expect(campaignPaths.root('program')).toBe('/campaign/program');
});

it('keeps the addresses of the specification', () => {
  const paths = campaignRoutes(CAMPAIGNS).flatMap(({ path, children = [] }) =>
    children.map((child) => (child.index ? `/${path}` : `/${path}/${child.path}`)),
  );
  expect(paths).toEqual([
    '/cantopopcorn365days',
    '/cantopopcorn365days/payment',
    '/cantopopcorn365days/tnc',
    '/cantopopcorn365days/thankyou',
    '/cantopopcorn365days/purchaseFailure',
    '/18c_postcard',
    '/18c_postcard/payment',
    '/18c_postcard/tnc',
    '/18c_postcard/purchase_success',
    '/18c_postcard/purchase_fail',
  ]);
});

it('names files that exist', () => {
  const files = [...campaignRoutes(CAMPAIGNS), madeCampaignRoutes()].flatMap(({ file, children = [] }) => [
    file,
    ...children.map((child) => child.file),
  ]);
  expect(files.filter((file) => !existsSync(`app/${file}`))).toEqual([]);
});
