import type { TestProject } from 'vitest/node';
import { buildIfStale } from '../../scripts/build.ts';
import { startSite } from './site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    siteUrl: string;
  }
}

/** One demo, built and on the air, for every browser test that does not kill it. */
export default async function setup(project: TestProject) {
  buildIfStale(() => {});
  const site = await startSite();
  project.provide('siteUrl', site.url);
  return () => site.close();
}
