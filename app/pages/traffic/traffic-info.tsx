import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { InfoRows } from './info-rows.tsx';
import { TrafficList, trafficListMeta } from './traffic-list.tsx';

export { headers, loader } from './traffic-info.server.ts';

export const handle: PageHandle = { navKey: 'traffic', adGroup: 'roadCoopTraffic' };

export const meta = trafficListMeta('info');

export default function TrafficInfo() {
  return <TrafficList part="info">{(cards, at) => <InfoRows key={at} cards={cards} />}</TrafficList>;
}
