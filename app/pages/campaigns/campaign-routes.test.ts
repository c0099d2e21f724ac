import { existsSync } from 'node:fs';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { matchRoutes, type RouteObject } from 'react-router';
import { expect, it } from 'vitest';
import { campaignPaths } from '#shared/paths/campaign-paths.ts';
import { campaignRoutes } from './campaign-routes.ts';
import { CAMPAIGNS } from './campaign-table.ts';

const LANTERN = { name: 'lantern_riddles', face: 'postcard' };

const toRoutes = (entries: readonly RouteConfigEntry[]): RouteObject[] =>
  entries.map(({ path, index, file, children }) =>
    index ? { index, handle: file } : { path, handle: file, children: children && toRoutes(children) },
  );

it('gives a new row of the table all its pages: its face around its own landing page and the shared ones', () => {
  const entries = campaignRoutes([...CAMPAIGNS, LANTERN]);
  const filesAt = (path: string) => matchRoutes(toRoutes(entries), path)?.map(({ route }) => route.handle as string);
  const { name } = LANTERN;
  const pages = {
    [campaignPaths.root(name)]: 'pages/campaigns/postcard/landing.tsx',
    [campaignPaths.payment(name)]: 'pages/campaigns/payment.tsx',
    [campaignPaths.terms(name)]: 'pages/campaigns/terms.tsx',
    [campaignPaths.result(name, 'success')]: 'pages/campaigns/thanks.tsx',
    [campaignPaths.result(name, 'failure')]: 'pages/campaigns/failure.tsx',
  };
  for (const [path, file] of Object.entries(pages))
    expect(filesAt(path), path).toEqual(['pages/campaigns/postcard/face.tsx', file]);
  // The router refuses two routes with one id.
  const ids = entries.flatMap(({ id, children = [] }) => [id, ...children.map((child) => child.id)]);
  expect(new Set(ids).size).toBe(3 * 6);
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
  const files = campaignRoutes(CAMPAIGNS).flatMap(({ file, children = [] }) => [
    file,
    ...children.map((child) => child.file),
  ]);
  expect(files.filter((file) => !existsSync(`app/${file}`))).toEqual([]);
});
