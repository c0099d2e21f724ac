import type { ChannelId } from './enums.ts';

/** Colours of the channels for what has no style sheet: mails, receipts, pictures. Those of pages are in `tokens.css`. */
export const CHANNEL_COLOURS: Readonly<Record<ChannelId, string>> = { 881: '#d42a12', 903: '#ffcb05', 864: '#00706b' };
