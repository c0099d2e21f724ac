import { stationNowMs } from '#app/components/shell/station-time.ts';
import { useLateValue } from '#app/ui/use-late-value.ts';

const secondNow = () => Math.floor(stationNowMs() / 1_000) * 1_000;

function onSecond(look: () => void): () => void {
  const timer = setInterval(look, 1_000);
  return () => clearInterval(timer);
}

/** Station time in whole seconds. In server HTML `onServer`, which is null where the time of viewing is unknown. */
export const useStationSecond = <T extends number | null>(onServer: T): number | T =>
  useLateValue<number | T>(onSecond, secondNow, onServer);
