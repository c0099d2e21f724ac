/** Points at which our process is killed. */
export const POINTS = [
  'order:opened',
  'start:before',
  'start:after',
  'notice:read',
  'notice:kept',
  'query:before',
  'query:after',
  'cancel:before',
  'cancel:after',
  'fulfil:before',
  'fulfil:after',
  'receipt:noted',
  'receipts:numbered',
  'access:told',
  'refund:before',
  'refund:after',
  'settlement:read',
  'commit:before',
  'commit:after',
] as const;
export type Point = (typeof POINTS)[number];
