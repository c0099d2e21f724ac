import { useLoaderData } from 'react-router';
import type { landing } from '../matched-campaign.server.ts';
import { PlainPage } from './plain-page.tsx';

export { landing as loader, publicHeaders as headers } from '../matched-campaign.server.ts';
export { landingMeta as meta } from '../landing-meta.ts';

export default function PlainLanding() {
  const { page, ...loaded } = useLoaderData<typeof landing>();
  // Every campaign at this address has one.
  return page && <PlainPage page={page} {...loaded} />;
}
