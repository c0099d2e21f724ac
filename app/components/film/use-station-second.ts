import { stationNowMs } from '#app/components/shell/station-time.ts';
import { useLateValue } from '#app/ui/use-late-value.ts';

const second = () => Math.floor(stationNowMs() / 1000) * 1000;

function eachSecond(look: () => void): () => void {
  const timer = setInterval(look, 1_000);
  return () => clearInterval(timer);
}

/** The station's clock in whole seconds; null on the server, which does not know when its page is read. */
export const useStationSecond = (): number | null => useLateValue<number | null>(eachSecond, second, null);
