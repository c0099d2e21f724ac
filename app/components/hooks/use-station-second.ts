import { stationNowMs } from '#app/components/shell/station-time.ts';
import { useLateValue } from '#app/ui/use-late-value.ts';

const secondNow = () => Math.floor(stationNowMs() / 1_000) * 1_000;

function onSecond(look: () => void): () => void {
  const timer = setInterval(look, 1_000);
  return () => clearInterval(timer);
}

/** The station's clock in whole seconds: in the server's HTML what the server says, null where it does not know when it is read. */
export const useStationSecond = <T extends number | null>(onServer: T): number | T =>
  useLateValue<number | T>(onSecond, secondNow, onServer);
