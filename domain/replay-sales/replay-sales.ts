// The door for pages, sales, playing and the server.

export { replayFulfilment } from './fulfilment.ts';
export { replayProduct } from './product.ts';
export { ownedReplays, priceOf } from './rights.ts';
