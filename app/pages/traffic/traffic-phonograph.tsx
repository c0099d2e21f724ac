import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { CardGrid } from '#app/pages/articles/card-grid.tsx';
import { TrafficList, trafficListMeta } from './traffic-list.tsx';

export { headers, loader } from './traffic-phonograph.server.ts';

export const handle: PageHandle = { navKey: 'traffic', adGroup: 'roadCoopAudioBoard' };

export const meta = trafficListMeta('phonograph');

export default function TrafficPhonograph() {
  return <TrafficList part="phonograph">{(cards, at) => <CardGrid key={at} cards={cards} at={at} />}</TrafficList>;
}
