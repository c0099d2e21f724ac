import { stationNowMs } from '#app/components/shell/station-time.ts';
import { useLateValue } from '#app/ui/use-late-value.ts';

function onSecond(look: () => void): () => void {
  const timer = setInterval(look, 1_000);
  return () => clearInterval(timer);
}

const secondNow = () => Math.floor(stationNowMs() / 1_000) * 1_000;

/** The station's time in whole seconds: in the server's HTML the server's. */
export const useStationSecond = (serverNowMs: number): number => useLateValue(onSecond, secondNow, serverNowMs);
