// The door for pages, sales, playing and the server.

export { replayFulfilment } from './replay-fulfilment.ts';
export { replayProduct } from './replay-product.ts';
export { ownedReplays, priceOf } from './rights.ts';
