import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { CardGrid } from '#app/pages/articles/card-grid.tsx';
import { TrafficList, trafficListMeta } from './traffic-list.tsx';

export { headers, loader } from './traffic-highlight.server.ts';

export const handle: PageHandle = { navKey: 'traffic', adGroup: 'roadCoopTrafficHighlights' };

export const meta = trafficListMeta('highlight');

export default function TrafficHighlight() {
  return <TrafficList part="highlight">{(cards, at) => <CardGrid key={at} cards={cards} at={at} />}</TrafficList>;
}
