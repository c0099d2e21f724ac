import { field, type Form } from '#domain/forms/fields.rules.ts';
import { picture } from '#domain/forms/picture.rules.ts';
import { OfflineMethod } from '#shared/payment-enums.ts';

// Also checked in the browser.

/** at most two plans of 365 days; HKD 45 for each 30 days more. */
export const MAX_PLANS = 2;
export const MAX_EXTRA = 12;
export const EXTRA_CENTS = 4_500;
export const EXTRA_DAYS = 30;
/** */
export const WORKING_DAYS = 10;
/** Applications without a receipt picture are reminded, then cancelled. */
export const REMINDED_AFTER_DAYS = 3;
export const GIVEN_UP_AFTER_DAYS = 14;

/** Kind of the order and its lines. */
export const OFFLINE_KIND = 'offline_subscription';

/** 1 and 2 are shown as processing. */
export const APPLICATION = { pending: 1, forApproval: 2, granted: 3, cancelled: 4, rejected: 5 } as const;

export const isPending = (state: number): boolean => state === APPLICATION.pending || state === APPLICATION.forApproval;

/** A number from a form or an API call. */
const numberFrom = (choices: readonly number[]) =>
  field<number>(
    (given) => {
      const value = typeof given === 'string' && /^\d{1,2}$/.test(given.trim()) ? Number(given) : given;
      return typeof value === 'number' && choices.includes(value) ? { value } : { code: 'choice' };
    },
    { type: 'number', choices, input: { type: 'choice' } },
  );
const upTo = (most: number) => Array.from({ length: most + 1 }, (_, count) => count);

export const OFFLINE_FORM = {
  plans365: numberFrom(upTo(MAX_PLANS)),
  extra30days: numberFrom(upTo(MAX_EXTRA)),
  payment_method: numberFrom(Object.values(OfflineMethod)),
  receipt: picture,
} as const satisfies Form;
