import { buildIfStale } from '../../scripts/build.ts';
import { startSite } from './site.ts';

/** One demo, built and on the air, for every browser test that does not kill it. */
export default async function setup() {
  buildIfStale(() => {});
  const site = await startSite();
  // The workers that run the files start after this and inherit it.
  process.env.E2E_SITE_URL = site.url;
  return () => site.close();
}
