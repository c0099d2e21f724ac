import type { PaymentServices } from '#domain/payments/payments.ts';
import { isProvider, ONLINE_METHODS, type OnlineMethod, type Provider } from '#shared/payment-enums.ts';

/** A method that can be paid by, and its provider. */
export interface OfferedMethod {
  method: OnlineMethod;
  gateway: Provider;
  /** Can be charged again without the payer. */
  renews: boolean;
}

/**
 * Configured payment methods, each once: through the preferred gateway, otherwise through any that supports it.
 * `preferred`: such as `card=mpgs,alipay=eft`.
 */
export function offeredMethods(gateways: PaymentServices['gateways'], preferred: string): OfferedMethod[] {
  const wanted = new Map(preferred.split(',').map((pair) => pair.split('=') as [string, string]));
  return ONLINE_METHODS.flatMap((method) => {
    const able = Object.values(gateways).filter(({ methods }) => methods.includes(method));
    const gateway = able.find(({ name }) => name === wanted.get(method)) ?? able[0];
    if (!gateway || !isProvider(gateway.name)) return [];
    // Charged by us, or on the provider's own schedule.
    const renews = method === 'card' && (gateway.chargeStored !== null || gateway.stopSchedule !== null);
    return [{ method, gateway: gateway.name, renews }];
  });
}
