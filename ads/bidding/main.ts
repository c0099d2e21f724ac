import type { BidsMessage, MarkupQuestion } from '#shared/ads/ad-frames.ts';
import { frameConfig } from '../frame/frame-config.ts';
import { agreesToAds, readAuction } from '../frame/messages.ts';
import { pagePort } from '../frame/page-port.ts';
import type { Auctions } from './auction.ts';
import { forgetVisitor } from './visitor-id.ts';
import { bidOf } from './winner.ts';

// The bidding frame, one per page. Prebid and its bidders load at the first auction of a visitor with consent to
// advertising.

const config = frameConfig();
const port = await pagePort('bidding', config);
let agreed = false;
let auctions: Promise<Auctions | null> | undefined;

/** Null if auctions cannot begin, such as where their code is blocked or there is no network; the next one tries again. */
const begin = () =>
  (auctions ??= import('./auction.ts')
    .then((code) => code.createAuctions(config, () => agreed))
    .catch((error: unknown) => {
      auctions = undefined;
      console.warn('auctions could not begin', error);
      return null;
    }));

/** Answers a slot frame that asks for the markup it is to draw. */
function join(name: string, slot: MessagePort): void {
  slot.onmessage = ({ data }: MessageEvent) => {
    const asked = data as Partial<MarkupQuestion> | null;
    if (asked?.type !== 'markup' || typeof asked.adId !== 'string' || !auctions) return;
    const question: MarkupQuestion = { type: 'markup', adId: asked.adId };
    void auctions.then((loaded) => loaded && slot.postMessage(loaded.offers.answer(name, question)));
  };
}

port.onmessage = ({ data, ports }: MessageEvent) => {
  const said = data as { type?: unknown; name?: unknown } | null;
  if (said?.type === 'join' && typeof said.name === 'string' && ports[0]) return join(said.name, ports[0]);
  const asked = readAuction(data);
  if (!asked) return;
  agreed = agreesToAds(asked.consent);
  const none: BidsMessage = {
    type: 'bids',
    id: asked.id,
    slots: asked.slots.map((slot) => bidOf(slot, [])),
    timedOut: [],
  };
  if (!agreed) {
    forgetVisitor();
    port.postMessage(none);
    return;
  }
  void begin()
    .then((loaded) => loaded?.run(asked) ?? none)
    .then(
      (bids) => port.postMessage(bids),
      (error: unknown) => {
        port.postMessage(none);
        throw error;
      },
    );
};
